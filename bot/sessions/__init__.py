"""Games in progress: the queue of each game, the posts that are due, and automatic steps."""
