"""The corpus: which image is of which kind, and which images belong together."""
import collections
import csv
import hashlib
import os
from dataclasses import dataclass

import cv2

KINDS = ["signature", "notASignature", "printedText", "handwrittenText", "drawing"]
SIGNATURE, NOT_A_SIGNATURE, PRINTED, HANDWRITTEN, DRAWING = range(5)
FOLDS = 5
# A line of one or two handwritten words, in `labels.txt`.
WORDS = "words"

KIND_OF_CLASS = {
    "genuine": SIGNATURE,
    "photo": NOT_A_SIGNATURE,
    "screenshot": NOT_A_SIGNATURE,
    "document": NOT_A_SIGNATURE,
    "printed_text": PRINTED,
    "typed_signature": PRINTED,
    "handwriting": HANDWRITTEN,
    "doodle": DRAWING,
    "stamp": DRAWING,
    "logo": DRAWING,
}


@dataclass(frozen=True)
class Item:
    path: str
    class_name: str
    source: str
    kind: int
    # One or two handwritten words: the contract counts them as a signature, a person could not tell. Never scored.
    ambiguous: bool
    fold: int
    # All of its source is one group: the network that judges it was trained with nothing like it.
    lone: bool = False
    # What `labels.txt` says that it shows instead of its class; empty where the label is right.
    shows: str = ""

    @property
    def stratum(self):
        return f"{self.class_name}/{self.source}"

    @property
    def mislabelled(self):
        """Never trained with."""
        return self.shows not in ("", WORDS)

    @property
    def scored(self):
        return not self.ambiguous and not self.mislabelled

    @property
    def label(self):
        """Its kind as the corpus has it, right or wrong."""
        return KIND_OF_CLASS[self.class_name]


def folds_of(rows):
    """The fold of every group: the largest groups first, each to the fold that has least of its class and source."""
    members = collections.defaultdict(list)
    for row in rows:
        members[row["group"]].append((row["class"], row["source"]))
    order = sorted(members, key=lambda group: (-len(members[group]), hashlib.sha256(group.encode()).hexdigest()))
    held = [collections.Counter() for _ in range(FOLDS)]
    folds = {}
    for group in order:
        strata = set(members[group])
        load = [(sum(fold[stratum] for stratum in strata), sum(fold.values())) for fold in held]
        best = min(range(FOLDS), key=lambda fold: load[fold])
        folds[group] = best
        held[best].update(members[group])
    return folds


def rows_and_folds(folder):
    """The manifest, and the fold of each group."""
    with open(os.path.join(folder, "manifest.csv"), newline="") as manifest:
        rows = list(csv.DictReader(manifest))
    return rows, folds_of(rows)


def corrections():
    """Of each path in `labels.txt`, what it shows."""
    with open(os.path.join(os.path.dirname(__file__), "labels.txt")) as file:
        return dict(line.rstrip().split(" ", 1) for line in file if not line.startswith("#"))


def read(folder):
    rows, folds = rows_and_folds(folder)
    shown = corrections()
    groups = collections.defaultdict(set)
    for row in rows:
        groups[row["class"], row["source"]].add(row["group"])
    items = []
    for row in rows:
        kind = KIND_OF_CLASS.get(row["class"])
        if kind is None:
            continue
        shows = shown.get(row["path"], "")
        is_line = int(row["width"]) >= 5 * int(row["height"]) and row["source"] != "breta-pages"
        ambiguous = kind == HANDWRITTEN and (not is_line or shows == WORDS)
        items.append(
            Item(
                row["path"],
                row["class"],
                row["source"],
                SIGNATURE if ambiguous else kind,
                ambiguous,
                folds[row["group"]],
                len(groups[row["class"], row["source"]]) == 1,
                shows,
            )
        )
    return items


def load(folder, path):
    """Red, green, blue; on white."""
    image = cv2.imread(os.path.join(folder, path), cv2.IMREAD_UNCHANGED)
    if image.ndim == 2:
        return cv2.cvtColor(image, cv2.COLOR_GRAY2RGB)
    if image.shape[2] == 4:
        alpha = image[:, :, 3:].astype("float32") / 255
        image = (image[:, :, :3] * alpha + 255 * (1 - alpha)).round().astype("uint8")
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def blank_papers(folder):
    """Path and fold of sheets with nothing on them, close enough to fill the frame."""
    rows, folds = rows_and_folds(folder)
    return [
        (row["path"], folds[row["group"]])
        for row in rows
        if row["class"] == "blank" and row["source"] != "synthetic-paper-photo"
    ]
