"""Games in progress: a queue for each, the posts they owe, and what happens by itself."""
