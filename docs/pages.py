"""The pages that tests read: README.md, CONTRIBUTING.md and all of docs/."""

import pathlib

README = pathlib.Path("README.md")
PAGES = [README, pathlib.Path("CONTRIBUTING.md"), *sorted(pathlib.Path("docs").rglob("*.md"))]
