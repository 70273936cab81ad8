"""What does a person read rules with who stays in the terminal? `kb` alone opens it.

`memory` keeps where one was, `pages` makes an entry readable, `changes` its past, `session` knows what is open and
what may come next; `screen` draws that with prompt_toolkit, `plain` speaks it line by line for screen readers and
simple terminals.
"""
