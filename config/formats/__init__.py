"""Our own formats of dates, a package for each language."""
