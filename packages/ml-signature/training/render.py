"""Every image as the network sees it: once as it is, then as augmentation makes it. `render.py CORPUS FONTS CACHE`

FONTS is a folder `node_modules` with the packages of `fonts.txt`.
"""
import os
import sys
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np

import augment
import corpus
import ink as inks
import synthesise
import typed

SEED = 20_26
SYNTHESISED = 1500
# Views for each image beside the one as it is.
VIEWS = {corpus.SIGNATURE: 16, corpus.PRINTED: 10, corpus.HANDWRITTEN: 12, corpus.DRAWING: 8, corpus.NOT_A_SIGNATURE: 5}
MADE_VIEWS = 6
AMBIGUOUS_VIEWS = 6
TYPED_EACH = 14


def made_items():
    """What is in no corpus, and never tested with: movements of a pen that nobody made, names set in fonts."""
    drawn = [
        corpus.Item(f"synthesised/{n}", "genuine", "sigma-lognormal", corpus.SIGNATURE, False, n % corpus.FOLDS)
        for n in range(SYNTHESISED)
    ]
    names = [
        corpus.Item(f"typed/{name}/{n}", "typed_signature", f"{use}-fonts-of-ours", corpus.PRINTED, False, at % corpus.FOLDS)
        for at, (name, _, _, use) in enumerate(typed.listed())
        for n in range(TYPED_EACH)
    ]
    return drawn + names


def is_made(item):
    return item.path.startswith(("synthesised/", "typed/"))


def views_of(item):
    if is_made(item):
        return MADE_VIEWS
    return AMBIGUOUS_VIEWS if item.ambiguous else VIEWS[item.kind]


def made_ink(random, item, fonts):
    if item.path.startswith("synthesised/"):
        return synthesise.signature_ink(random)
    name = item.path.split("/")[1]
    return typed.typed_ink(random, typed.file_of(fonts, name), item.source.startswith("plain"))


def surroundings_of(folder, items, fold):
    """Of one fold only: what a fold is tested with was never seen in another."""
    random = np.random.default_rng([SEED, fold])

    def some(chosen, count):
        order = random.permutation(len(chosen))[:count]
        return [corpus.load(folder, chosen[n].path) for n in order]

    def ink(images):
        return [inks.ink_map(inks.working_image(rgb)) for rgb in images]

    mine = [item for item in items if item.fold == fold]
    prints = [item for item in mine if item.class_name == "printed_text"]
    writings = [item for item in mine if item.kind == corpus.HANDWRITTEN]
    papers = [rgb for path, fold_ in corpus.blank_papers(folder) if fold_ == fold for rgb in [corpus.load(folder, path)]]
    return augment.Surroundings(papers, ink(some(prints, 60)), ink(some(writings, 60)))


def render_fold(folder, fonts, items, indices, fold):
    cv2.setNumThreads(1)
    surroundings = surroundings_of(folder, items, fold)
    made = []
    for index in indices:
        item = items[index]
        random = np.random.default_rng([SEED, index])
        count = views_of(item) + 1
        views = np.empty((count, inks.CANVAS_HEIGHT, inks.CANVAS_WIDTH), np.uint8)
        if is_made(item):
            drawn = made_ink(random, item, fonts)
            for n in range(count):
                rgb = augment.composed(random, drawn, surroundings, n % 3 == 0)
                views[n] = inks.network_input(augment.photographed(random, rgb, item.kind))
        else:
            rgb = inks.working_image(corpus.load(folder, item.path))
            views[0] = inks.network_input(rgb)
            for n in range(1, count):
                views[n] = inks.network_input(augment.view(random, item, rgb, surroundings))
        made.append((index, views))
    return made


def main(folder, fonts, cache):
    os.makedirs(cache, exist_ok=True)
    items = corpus.read(folder) + made_items()
    counts = np.array([views_of(item) + 1 for item in items])
    starts = np.concatenate([[0], np.cumsum(counts)])
    views = np.lib.format.open_memmap(
        os.path.join(cache, "views.npy"), "w+", np.uint8, (int(starts[-1]), inks.CANVAS_HEIGHT, inks.CANVAS_WIDTH)
    )
    np.save(os.path.join(cache, "starts.npy"), starts)
    with ProcessPoolExecutor() as pool:
        waiting = []
        for fold in range(corpus.FOLDS):
            mine = [index for index, item in enumerate(items) if item.fold == fold]
            for part in range(0, len(mine), 200):
                waiting.append(pool.submit(render_fold, folder, fonts, items, mine[part : part + 200], fold))
        for done, future in enumerate(waiting):
            for index, made in future.result():
                views[starts[index] : starts[index + 1]] = made
            print(f"{done + 1} of {len(waiting)}", flush=True)
    views.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
