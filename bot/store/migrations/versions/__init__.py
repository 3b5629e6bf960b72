"""The steps, oldest first. None is ever changed once a database may have taken it."""
