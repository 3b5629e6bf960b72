"""Games that are over or under way, shown again: as an animation, and as a page in one file."""
