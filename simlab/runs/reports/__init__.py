"""Kept folders as the chapters of a report: a module for each kind of folder, and the report that is made of them."""
