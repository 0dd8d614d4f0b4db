"""People: accounts, players with their dated handicaps, and clubs."""
