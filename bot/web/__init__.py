"""Games on the web: pages where people with a game's link watch it, while it is played and afterwards.

They show what everybody in the channel may see, made of the same public views, sentences and pictures.
Nothing can be done on them. `server` has the addresses, `games` what is kept of the games that are looked at,
`server_pages` the pages of servers, and `live` tells browsers that a game went on. `bot/posts/page` has what
they say.
"""
