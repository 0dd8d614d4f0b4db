"""Write the two lock files from pyproject.toml: exact versions with hashes, no addresses.

    python -m scripts.lock [--upgrade]

requirements.lock is what production installs, requirements-dev.lock what `make` installs.
"""

import subprocess
import sys

from scripts.stack.environment import find_uv
from scripts.stack.paths import ROOT

COMMON = [
    "--universal",
    "--python-version",
    "3.12",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-header",
    "--quiet",
]


def main(options: list[str]) -> int:
    """Resolve everything, then production within it, so that both agree."""
    uv = find_uv(sys.executable)
    for arguments in (
        ["--group", "dev", "--output-file", "requirements-dev.lock", *options],
        ["--constraints", "requirements-dev.lock", "--output-file", "requirements.lock"],
    ):
        done = subprocess.run([uv, "pip", "compile", "pyproject.toml", *COMMON, *arguments], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
