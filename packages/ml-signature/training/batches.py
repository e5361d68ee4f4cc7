"""What a network is shown in training: which views, moved how far, and with which palettes. All of it is drawn before, from a seed."""
import os

import numpy as np
import torch

import augment
import corpus

SHARES = {corpus.SIGNATURE: 0.35, corpus.NOT_A_SIGNATURE: 0.17, corpus.PRINTED: 0.18, corpus.HANDWRITTEN: 0.1, corpus.DRAWING: 0.2}
# Of its kind, how much is of a source that code makes, or of single words; and how often an image is mistreated. The second network
# was trained as the corpus has it, the third with more of what code makes, the first in between and longer.
SECOND = {
    "shares": {
        "ambiguous": 0.12,
        "handwriting/words-of-lines": 0.0,
        "genuine/sigma-lognormal": 0.18,
        "genuine/more-writers": 0.0,
        "genuine/simple-strokes": 0.0,
        "genuine/other-scripts": 0.0,
        "genuine/joined-names": 0.0,
        "typed_signature/script-fonts-of-ours": 0.4,
        "typed_signature/plain-fonts-of-ours": 0.14,
        "doodle/sketched-screens": 0.2,
        "doodle/few-strokes": 0.0,
        "doodle/sketches": 0.08,
        "stamp/stamps-of-ours": 0.05,
        "logo/logos-of-ours": 0.06,
    },
    "mistreated": 0.0,
}
FIRST = SECOND | {
    "shares": SECOND["shares"]
    | {
        "ambiguous": 0.1,
        "handwriting/words-of-lines": 0.04,
        "genuine/sigma-lognormal": 0.08,
        "genuine/simple-strokes": 0.06,
        "genuine/other-scripts": 0.07,
        "genuine/joined-names": 0.05,
        "typed_signature/plain-fonts-of-ours": 0.1,
        "doodle/sketched-screens": 0.17,
        "doodle/few-strokes": 0.05,
        "doodle/sketches": 0.06,
        "stamp/stamps-of-ours": 0.04,
        "logo/logos-of-ours": 0.03,
    },
    "mistreated": 0.1,
}
THIRD = SECOND | {
    "shares": SECOND["shares"]
    | {
        "handwriting/words-of-lines": 0.06,
        "genuine/sigma-lognormal": 0.12,
        "genuine/simple-strokes": 0.08,
        "genuine/other-scripts": 0.1,
        "genuine/joined-names": 0.08,
        "doodle/few-strokes": 0.06,
    },
    "mistreated": 0.15,
}
MIXTURES = {"first": FIRST, "second": SECOND, "third": THIRD}
# How often ink on paper is shown with the palette of other ink on paper: a palette must tell no source of signatures from another.
EXCHANGED = 0.5
SMOOTHING = 0.03
# Of an ambiguous image, how much of a signature it is.
AMBIGUOUS = 0.75
BATCH = 32
# How often an image is seen as it is.
AS_IT_IS = 0.25


class Cache:
    """What `render.py` wrote: the views of item n are those from starts[n] on, the first as it is, the last mistreated[n] mistreated."""

    def __init__(self, folder):
        self.starts = np.load(os.path.join(folder, "starts.npy"))
        self.mistreated = np.load(os.path.join(folder, "mistreated.npy"))
        self.palettes = torch.from_numpy(np.load(os.path.join(folder, "palettes.npy")))
        self.views = torch.from_numpy(np.load(os.path.join(folder, "views.npy"), mmap_mode="c"))

    def to(self, device):
        self.palettes, self.views = self.palettes.to(device), self.views.to(device)
        return self


def changed(mixture, changes):
    """A mixture with other numbers in it, to see what they are worth."""
    return mixture | changes | {"shares": mixture["shares"] | changes.get("shares", {})}


def stratum_of(item, shares):
    return "ambiguous" if item.ambiguous and item.stratum not in shares else item.stratum


def chances(items, train, shares):
    """How often each item is drawn: the kinds by their shares, within a kind rarer sources more often than their size says."""
    strata = {}
    for index in train:
        strata.setdefault((items[index].kind, stratum_of(items[index], shares)), []).append(index)
    result = np.zeros(len(items))
    for kind in range(len(corpus.KINDS)):
        mine = {key: members for key, members in strata.items() if key[0] == kind}
        free = {key: len(members) ** 0.6 for key, members in mine.items() if key[1] not in shares}
        rest = 1 - sum(shares[key[1]] for key in mine if key[1] in shares)
        for key, members in mine.items():
            share = shares[key[1]] if key[1] in shares else rest * free[key] / sum(free.values())
            result[members] = SHARES[kind] * share / len(members)
    return result / result.sum()


def exchanged(random, positions, on_paper):
    """Whose palette each image of a batch (a row) has: among ink on paper, half of them change hands."""
    chosen = on_paper & (random.random(positions.shape) < EXCHANGED)
    places = np.broadcast_to(np.arange(positions.shape[1]), positions.shape)
    givers = np.argsort(np.where(chosen, random.random(positions.shape), 1 + places), 1)
    takers = np.argsort(np.where(chosen, places, positions.shape[1] + places), 1)
    result = positions.copy()
    np.put_along_axis(result, takers, np.take_along_axis(positions, givers, 1), 1)
    return result


def shifts(random, count):
    """How far an image is moved down and to the right: at most 4 of 80 pixels, and 8 of 160."""
    return np.stack([random.integers(-4, 5, count), random.integers(-8, 9, count)], 1)


def holes(random, count):
    """Top, left, bottom, right of what is wiped out; a quarter of the images has such a hole."""
    tall, wide = random.integers(8, 30, count), random.integers(8, 50, count)
    top, left = random.integers(0, 80 - tall), random.integers(0, 160 - wide)
    return np.stack([top, left, top + tall, left + wide], 1) * (random.random(count) < 0.25)[:, None]


class Batches:
    """All batches of one training, on a device."""

    def __init__(self, items, cache, train, steps, random, mixture, device):
        count = steps * BATCH
        drawn = random.choice(len(items), count, p=chances(items, train, mixture["shares"]))
        views = cache.starts[1:] - cache.starts[:-1] - 1 - cache.mistreated
        usual = 1 + (random.random(count) * views[drawn]).astype(int)
        mistreated = 1 + views[drawn] + (random.random(count) * cache.mistreated[drawn]).astype(int)
        chance = random.random(count)
        is_mistreated = chance < mixture["mistreated"]
        which = np.where(is_mistreated, mistreated, np.where(chance >= 1 - AS_IT_IS, 0, usual))
        positions = (cache.starts[drawn] + which).reshape(steps, BATCH)
        on_paper = np.array([item.class_name in augment.LIFTABLE for item in items])[drawn].reshape(steps, BATCH)

        def put(values, *shape):
            return torch.from_numpy(np.ascontiguousarray(values)).to(device).reshape(steps, BATCH, *shape)

        self.cache = cache
        self.positions = put(positions)
        self.palettes = put(exchanged(random, positions, on_paper))
        self.shifts = put(shifts(random, count), 2)
        self.holes = put(holes(random, count), 4)
        # Of each image, how dark each level of its ink becomes.
        self.powers = put(np.exp(random.normal(0, 0.25, count)).astype(np.float32))
        self.targets = put(targets_of(items)[drawn], len(corpus.KINDS))
        self.levels = torch.linspace(0, 1, 256, device=device)
        self.each = torch.arange(BATCH, device=device)[:, None, None]
        self.rows = torch.arange(80, device=device)[None, :, None]
        self.columns = torch.arange(160, device=device)[None, None]

    def at(self, step):
        """Images, palettes and targets of a step, which is a tensor of one number."""
        positions, palettes, shifts, holes, powers, targets = (
            values.index_select(0, step)[0]
            for values in (self.positions, self.palettes, self.shifts, self.holes, self.powers, self.targets)
        )
        images = torch.nn.functional.pad(self.cache.views.index_select(0, positions), (8, 8, 4, 4))
        down, right = (side[:, None, None] for side in shifts.unbind(1))
        images = images[self.each, self.rows + 4 - down, self.columns + 8 - right]
        top, left, bottom, right = (side[:, None, None] for side in holes.unbind(1))
        hole = (self.rows >= top) & (self.rows < bottom) & (self.columns >= left) & (self.columns < right)
        darkened = self.levels[None] ** powers[:, None]
        images = darkened[self.each, images.masked_fill(hole, 0).long()]
        return images[:, None], self.cache.palettes.index_select(0, palettes), targets


def targets_of(items):
    targets = np.full((len(items), len(corpus.KINDS)), SMOOTHING / len(corpus.KINDS), np.float32)
    for row, item in zip(targets, items):
        if item.ambiguous:
            row[corpus.SIGNATURE] += AMBIGUOUS * (1 - SMOOTHING)
            row[corpus.HANDWRITTEN] += (1 - AMBIGUOUS) * (1 - SMOOTHING)
        else:
            row[item.kind] += 1 - SMOOTHING
    return targets
