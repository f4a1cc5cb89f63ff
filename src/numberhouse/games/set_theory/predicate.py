"""The small language in which a host writes a set (ST-11). (The parser comes with the next commit.)"""
