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
import palette
import screens
import synthesise
import typed

SEED = 20_26
SYNTHESISED = 1500
# Views for each image beside the one as it is.
VIEWS = {corpus.SIGNATURE: 16, corpus.PRINTED: 10, corpus.HANDWRITTEN: 12, corpus.DRAWING: 8, corpus.NOT_A_SIGNATURE: 5}
MADE_VIEWS = 6
AMBIGUOUS_VIEWS = 6
TYPED_EACH = 14
SKETCHED = 700


def made_items():
    """What is in no corpus, and never tested with: movements of a pen that nobody made, names set in fonts, screens that nobody sketched."""

    def item(path, class_name, source, n):
        return corpus.Item(path, class_name, source, corpus.KIND_OF_CLASS[class_name], False, n % corpus.FOLDS)

    drawn = [item(f"synthesised/{n}", "genuine", "sigma-lognormal", n) for n in range(SYNTHESISED)]
    names = [
        item(f"typed/{name}/{n}", "typed_signature", f"{use}-fonts-of-ours", at)
        for use in ("script", "plain")
        for at, name in enumerate(typed.names_of(use))
        for n in range(TYPED_EACH)
    ]
    sketched = [item(f"sketched/{n}", "doodle", "sketched-screens", n) for n in range(SKETCHED)]
    return drawn + names + sketched


def is_made(item):
    return item.path.startswith(("synthesised/", "typed/", "sketched/"))


def views_of(item):
    if is_made(item):
        return MADE_VIEWS
    return AMBIGUOUS_VIEWS if item.ambiguous else VIEWS[item.kind]


def made(random, item, fonts, surroundings):
    """Draws it, and gives a function that lays it on paper; a number tells which view that is."""
    what, *rest = item.path.split("/")
    if what == "sketched":
        ink = screens.sketched_ink(random, fonts)
        return lambda n: augment.composed(random, ink, surroundings, True, widths=(200, 384), bent=0)
    if what == "synthesised":
        ink = synthesise.signature_ink(random)
    else:
        ink = typed.typed_ink(random, typed.file_of(fonts, rest[0]), item.source.startswith("plain"))
    return lambda n: augment.composed(random, ink, surroundings, n % 3 == 0)


def surroundings_of(folder, items, fold):
    """Of one fold only: what a fold is tested with was never seen in another."""
    random = np.random.default_rng([SEED, fold])

    def some(chosen, count):
        order = random.permutation(len(chosen))[:count]
        return [corpus.load(folder, chosen[n].path) for n in order]

    def ink(images):
        return [inks.ink_map(inks.working_image(rgb)) for rgb in images]

    mine = [item for item in items if item.fold == fold and not item.mislabelled]
    prints = [item for item in mine if item.class_name == "printed_text"]
    writings = [item for item in mine if item.kind == corpus.HANDWRITTEN]
    papers = [rgb for path, fold_ in corpus.blank_papers(folder) if fold_ == fold for rgb in [corpus.load(folder, path)]]
    return augment.Surroundings(papers, ink(some(prints, 60)), ink(some(writings, 60)))


def seen(rgb):
    """What the network is given."""
    small = inks.working_image(rgb)
    ink = inks.ink_map(small)
    return inks.canvas_bytes(ink), palette.palette_of(small, ink)


def render_fold(folder, fonts, items, indices, fold):
    cv2.setNumThreads(1)
    surroundings = surroundings_of(folder, items, fold)
    rendered = []
    for index in indices:
        item = items[index]
        random = np.random.default_rng([SEED, index])
        numbers = range(views_of(item) + 1)
        if is_made(item):
            laid = made(random, item, fonts, surroundings)
            views = [seen(augment.photographed(random, laid(n), item.kind)) for n in numbers]
        else:
            rgb = inks.working_image(corpus.load(folder, item.path))
            views = [seen(augment.view(random, item, rgb, surroundings) if n > 0 else rgb) for n in numbers]
        rendered.append((index, *map(np.stack, zip(*views))))
    return rendered


def main(folder, fonts, cache):
    os.makedirs(cache, exist_ok=True)
    items = corpus.read(folder) + made_items()
    counts = np.array([views_of(item) + 1 for item in items])
    starts = np.concatenate([[0], np.cumsum(counts)])
    views = np.lib.format.open_memmap(
        os.path.join(cache, "views.npy"), "w+", np.uint8, (int(starts[-1]), inks.CANVAS_HEIGHT, inks.CANVAS_WIDTH)
    )
    palettes = np.empty((int(starts[-1]), palette.LENGTH), np.float32)
    with ProcessPoolExecutor() as pool:
        waiting = []
        for fold in range(corpus.FOLDS):
            mine = [index for index, item in enumerate(items) if item.fold == fold]
            for part in range(0, len(mine), 200):
                waiting.append(pool.submit(render_fold, folder, fonts, items, mine[part : part + 200], fold))
        for done, future in enumerate(waiting):
            for index, canvases, numbers in future.result():
                views[starts[index] : starts[index + 1]] = canvases
                palettes[starts[index] : starts[index + 1]] = numbers
            print(f"{done + 1} of {len(waiting)}", flush=True)
    views.flush()
    np.save(os.path.join(cache, "starts.npy"), starts)
    np.save(os.path.join(cache, "palettes.npy"), palettes)


if __name__ == "__main__":
    main(*sys.argv[1:])
