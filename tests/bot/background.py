"""Waiting for what the bot does in the background."""

import asyncio


async def results_are_stored() -> None:
    """Wait until an attempt was made to store every missing result."""
    work = [task for task in asyncio.all_tasks() if task.get_name() == "results-catching-up"]
    await asyncio.gather(*work)
