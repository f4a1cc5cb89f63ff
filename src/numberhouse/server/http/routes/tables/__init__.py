"""Routes of matches and their seats: lists, invitations, codes, offers, and where it is a person's turn."""
