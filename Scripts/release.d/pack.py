"""Packs a folder into a .tar.gz that is the same for the same files.

    pack.py FOLDER ARCHIVE LEVEL

Files are sorted, belong to nobody and are dated by SOURCE_DATE_EPOCH. LEVEL of compression is 1 to 9.
"""

import gzip
import os
import sys
import tarfile

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))


def main(folder, archive, level):
    """Writes the archive."""
    date = int(os.environ["SOURCE_DATE_EPOCH"])
    top = os.path.basename(folder)
    with open(archive, "wb") as file, gzip.GzipFile("", "wb", int(level), file, mtime=date) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for name in sorted(os.listdir(folder)):
                path = os.path.join(folder, name)
                entry = tar.gettarinfo(path, f"{top}/{name}")
                entry.uid = entry.gid = 0
                entry.uname = entry.gname = ""
                entry.mtime = date
                entry.mode = 0o755 if os.access(path, os.X_OK) else 0o644
                with open(path, "rb") as content:
                    tar.addfile(entry, content)


main(*sys.argv[1:])
