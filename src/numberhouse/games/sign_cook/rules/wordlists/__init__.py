"""Word lists (SC-21): the house's and the hosts'."""
