"""Matches around their playing: drafts, seats, invitations, permissions, starts and rematches."""
