"""Games on the web: pages where people with a game's link watch it, live and afterwards.

They show what everybody in the channel may see, made from the same public views, sentences and pictures, and
offer no actions. `server` has the addresses, `games` the pages of games, `server_pages` those of servers;
`live` tells browsers about changes. `bot/posts/page` has their contents.
"""
