"""`python -m headwater`: the command line, where the folder of scripts is not on the path."""

from headwater.cli import main

if __name__ == "__main__":
    main()
