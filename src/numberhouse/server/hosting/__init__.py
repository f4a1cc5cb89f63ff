"""The host's desk: schedules, announcements, corrections, rulings and transcripts."""
