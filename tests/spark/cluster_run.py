"""What the test of a cluster submits: the command line itself."""

from headwater.cli import main

if __name__ == "__main__":
    main()
