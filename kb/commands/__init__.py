"""The sub-commands of `kb`, a module each: it parses, calls one function and prints."""
