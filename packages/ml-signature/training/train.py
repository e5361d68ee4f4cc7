"""Trains one network on rendered views. `train.py CORPUS CACHE OUT [--without-fold N | --without-source S] [--samples N] [--seed N]`

Writes OUT.pt (weights) and OUT.npz (logits of what was held out, each image as it is).
"""
import argparse
import copy
import os
import time

import numpy as np
import torch

import augment
import corpus
import measures
import render
from network import Network

SHARES = {corpus.SIGNATURE: 0.35, corpus.NOT_A_SIGNATURE: 0.17, corpus.PRINTED: 0.18, corpus.HANDWRITTEN: 0.1, corpus.DRAWING: 0.2}
# Of the signatures, how many that nobody wrote, and how many single words.
SYNTHESISED_SHARE, AMBIGUOUS_SHARE = 0.18, 0.12
# Of the printed text, how much is names in fonts of ours.
SCRIPT_SHARE, PLAIN_SHARE = 0.4, 0.06
# Of the drawings, how much is screens that we sketched.
SKETCHED_SHARE = 0.2
# How often ink on paper is shown with the palette of other ink on paper: a palette must tell no source of signatures from another.
EXCHANGED = 0.5
SMOOTHING = 0.03
BATCH = 32
# How often an image is seen as it is.
AS_IT_IS = 0.25


def held_out(items, fold, source):
    """Which items to train with, and which to test with, wrong labels among them. A source is held out with every signature of it;
    a fifth of all else is tested with it."""
    test, train = [], []
    for index, item in enumerate(items):
        if render.is_made(item):
            out = False
        elif fold is not None:
            out = item.fold == fold
        elif source is not None:
            out = (item.kind == corpus.SIGNATURE and item.source == source) or item.fold == 0
        else:
            out = False
        if not out:
            if not item.mislabelled:
                train.append(index)
        elif item.scored or item.shows:
            of_interest = fold is not None or item.kind != corpus.SIGNATURE or item.source == source
            if of_interest:
                test.append(index)
    return train, test


def chances(items, train):
    """How often each item is drawn: the kinds by their shares, within a kind rarer sources more often than their size says."""
    strata = {}
    for index in train:
        item = items[index]
        key = (item.kind, "ambiguous" if item.ambiguous else item.stratum)
        strata.setdefault(key, []).append(index)
    result = np.zeros(len(items))
    for kind in range(len(corpus.KINDS)):
        mine = {key: members for key, members in strata.items() if key[0] == kind}
        fixed = {
            "ambiguous": AMBIGUOUS_SHARE,
            "genuine/sigma-lognormal": SYNTHESISED_SHARE,
            "typed_signature/script-fonts-of-ours": SCRIPT_SHARE,
            "typed_signature/plain-fonts-of-ours": PLAIN_SHARE,
            "doodle/sketched-screens": SKETCHED_SHARE,
        }
        free = {key: len(members) ** 0.6 for key, members in mine.items() if key[1] not in fixed}
        rest = 1 - sum(fixed[key[1]] for key in mine if key[1] in fixed)
        for key, members in mine.items():
            share = fixed[key[1]] if key[1] in fixed else rest * free[key] / sum(free.values())
            result[members] = SHARES[kind] * share / len(members)
    return result / result.sum()


def moved(random, images):
    """A few pixels to a side, now and then a hole, now and then darker or lighter."""
    count, height, width = images.shape
    padded = np.zeros((count, height + 8, width + 16), np.uint8)
    padded[:, 4:-4, 8:-8] = images
    result = np.empty_like(images)
    for n, (down, across) in enumerate(zip(random.integers(0, 9, count), random.integers(0, 17, count))):
        result[n] = padded[n, down : down + height, across : across + width]
        if random.random() < 0.25:
            h, w = int(random.integers(8, 30)), int(random.integers(8, 50))
            y, x = int(random.integers(0, height - h)), int(random.integers(0, width - w))
            result[n, y : y + h, x : x + w] = 0
    powers = np.exp(random.normal(0, 0.25, (count, 1))).astype(np.float32)
    shades = (np.arange(256, dtype=np.float32) / 255) ** powers
    return np.stack([shade[image] for shade, image in zip(shades, result)])


def tensor(values):
    return torch.from_numpy(values[:, None]).contiguous(memory_format=torch.channels_last)


def exchanged(random, palettes, on_paper):
    """Among ink on paper, half of the palettes change hands."""
    rows = np.flatnonzero(on_paper & (random.random(len(palettes)) < EXCHANGED))
    result = palettes.copy()
    result[rows] = palettes[random.permutation(rows)]
    return torch.from_numpy(result)


def targets_of(items, chosen):
    targets = np.full((len(chosen), len(corpus.KINDS)), SMOOTHING / len(corpus.KINDS), np.float32)
    for row, index in enumerate(chosen):
        item = items[index]
        if item.ambiguous:
            targets[row, corpus.SIGNATURE] += 0.75 * (1 - SMOOTHING)
            targets[row, corpus.HANDWRITTEN] += 0.25 * (1 - SMOOTHING)
        else:
            targets[row, item.kind] += 1 - SMOOTHING
    return torch.from_numpy(targets)


def logits_of(network, cache, positions):
    network.eval()
    with torch.no_grad():
        parts = [
            network(tensor(cache.views[some].astype(np.float32) / 255), torch.from_numpy(cache.palettes[some])).numpy()
            for some in (positions[at : at + 256] for at in range(0, len(positions), 256))
        ]
    return np.concatenate(parts) if parts else np.zeros((0, len(corpus.KINDS)), np.float32)


class Cache:
    """What `render.py` wrote: the views of item n are those from starts[n] on, the first as it is."""

    def __init__(self, folder):
        self.starts = np.load(os.path.join(folder, "starts.npy"))
        self.palettes = np.load(os.path.join(folder, "palettes.npy"))
        self.views = np.load(os.path.join(folder, "views.npy"), mmap_mode="r")


def train(items, cache, chosen, samples, seed, peak=3e-3):
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    network = Network().to(memory_format=torch.channels_last)
    average = copy.deepcopy(network)
    for parameter in average.parameters():
        parameter.requires_grad_(False)
    optimizer = torch.optim.AdamW(network.parameters(), lr=peak, weight_decay=0.03)
    steps = samples // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, peak, total_steps=steps + 1, pct_start=0.15)
    probability = chances(items, chosen)
    counts = cache.starts[1:] - cache.starts[:-1]
    on_paper = np.array([item.class_name in augment.LIFTABLE for item in items])
    began, losses = time.time(), []
    for step in range(steps):
        drawn = random.choice(len(items), BATCH, p=probability)
        which = 1 + (random.random(BATCH) * (counts[drawn] - 1)).astype(int)
        positions = cache.starts[drawn] + which * (random.random(BATCH) >= AS_IT_IS)
        network.train()
        palettes = exchanged(random, cache.palettes[positions], on_paper[drawn])
        predicted = network(tensor(moved(random, cache.views[positions])), palettes)
        loss = torch.nn.functional.cross_entropy(predicted, targets_of(items, drawn))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(float(loss))
        keep = min(0.999, (step + 1) / (step + 10))
        with torch.no_grad():
            for kept, current in zip(average.state_dict().values(), network.state_dict().values()):
                if kept.dtype.is_floating_point:
                    kept.mul_(keep).add_(current, alpha=1 - keep)
                else:
                    kept.copy_(current)
        if step % 500 == 499:
            print(f"{step + 1} of {steps}: loss {np.mean(losses[-500:]):.4f}, {(step + 1) * BATCH / (time.time() - began):.0f} images/s", flush=True)
    return average


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("cache")
    parser.add_argument("out")
    parser.add_argument("--without-fold", type=int)
    parser.add_argument("--without-source")
    parser.add_argument("--samples", type=int, default=640_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    items = corpus.read(options.corpus) + render.made_items()
    cache = Cache(options.cache)
    chosen, test = held_out(items, options.without_fold, options.without_source)
    network = train(items, cache, chosen, options.samples, options.seed)
    torch.save(network.state_dict(), f"{options.out}.pt")
    logits = logits_of(network, cache, cache.starts[test])
    np.savez(f"{options.out}.npz", items=np.array(test), logits=logits)
    print(quick_report(items, np.array(test), logits))


def quick_report(items, test, logits):
    if len(test) == 0:
        return "nothing held out"
    scored = np.array([items[index].scored for index in test])
    test, logits = test[scored], logits[scored]
    kinds = np.array([items[index].kind for index in test])
    odds = torch.from_numpy(logits).softmax(1).numpy()
    score = odds[:, corpus.SIGNATURE]
    positive = kinds == corpus.SIGNATURE
    area = measures.area_under_curve(score[positive], score[~positive])
    found = measures.true_positives_at(score[positive], score[~positive], 0.01)
    return (
        f"accuracy {np.mean(odds.argmax(1) == kinds):.4f}, area {area:.4f}, "
        f"true positives at 1 % false ones {found:.4f}, found {np.mean(odds[positive].argmax(1) == 0):.4f}, "
        f"false accepts at 0.5 {np.mean(score[~positive] > 0.5):.4f}"
    )


if __name__ == "__main__":
    main()
