"""The balance report as a page: what it is made of (parts.py), and the page written as HTML and as Markdown."""
