"""`python -m numberhouse` is `numberhouse`."""

from numberhouse.cli import main

if __name__ == "__main__":
    main()
