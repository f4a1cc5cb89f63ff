"""Matches before, around and after play: drafts, seats, invitations, permissions, starts and rematches."""
