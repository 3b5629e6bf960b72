"""Games on the web: pages on which people with a game's link watch the game, even after its end.

The pages show what everybody in the channel may see, and offer no actions. `server` handles requests, `games`
makes pages of games, `server_pages` makes pages of servers, and `live` notifies browsers of changes. The
contents of the pages come from `bot/posts/page`.
"""
