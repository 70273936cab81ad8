"""Which numbers at the beginnings of lines are those of rules? Labels, and the schemes that they follow."""
