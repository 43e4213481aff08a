"""The rules of I Am Vlad, one file a section of the reading, in its order; every function names its item."""
