"""Programs of the bot's own that compute in other processes, so that everybody else is answered meanwhile.

They load only the rules, and get neither token nor database. `start` starts one; `modest` is what each does
first.
"""
