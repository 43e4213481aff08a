"""The rules of Vampire Empire, one file a section of the reading, in its order; every function names its item."""
