"""`python -m analyser` is `analyser`."""

import sys

from analyser.cli.main import main

sys.exit(main())
