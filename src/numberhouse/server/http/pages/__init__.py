"""What browsers load: the files of the client, and the head of a page that a link previews."""
