"""What happened to single players, one small function each.

A story first lays down its facts. What it yields from on, it decides on the suspensions that came
of them.
"""

from collections.abc import Callable, Iterator

from disciplinary.demo.season import DemoSeason
from disciplinary.demo.stories import deadlines, problems, red_cards, yellow_cards

Story = Callable[[DemoSeason], Iterator[None]]

STORIES: list[Story] = [*red_cards.STORIES, *yellow_cards.STORIES, *deadlines.STORIES, *problems.STORIES]
"""In the order in which they choose their players."""
