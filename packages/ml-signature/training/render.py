"""Every image as the network sees it: once as it is, then as augmentation makes it. `render.py CORPUS FONTS CACHE`

FONTS is a folder `node_modules` with the packages of `fonts.txt`.
"""
import functools
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import cv2
import numpy as np

import augment
import corpus
import doodles
import ink as inks
import logos
import mistreat
import names
import palette
import screens
import scripts
import simple
import sketches
import stamps
import synthesise
import typed
import words

SEED = 20_26
# Views for each image beside the one as it is, and then mistreated ones.
VIEWS = {corpus.SIGNATURE: 10, corpus.PRINTED: 6, corpus.HANDWRITTEN: 7, corpus.DRAWING: 5, corpus.NOT_A_SIGNATURE: 3}
MISTREATED = {corpus.SIGNATURE: 5, corpus.PRINTED: 3, corpus.HANDWRITTEN: 3, corpus.DRAWING: 2, corpus.NOT_A_SIGNATURE: 2}
MADE_VIEWS, MADE_MISTREATED = 2, 1
AMBIGUOUS_VIEWS, AMBIGUOUS_MISTREATED = 4, 2
# How often the first view of what is drawn or set in a font is as a sign pad or a program saves it.
ON_PAD = 0.5
# Of each font. There are fewer plain ones, and they have several weights.
TYPED_EACH = {"script": 14, "plain": 36}
# What is drawn by code: the folder of its path, its class, its source, how many, and what draws it where that needs neither fonts nor
# photographs.
DRAWN = [
    ("synthesised", "genuine", "sigma-lognormal", 1500, synthesise.signature_ink),
    ("writers", "genuine", "more-writers", 1500, synthesise.signature_ink),
    ("simple", "genuine", "simple-strokes", 2000, simple.signature_ink),
    ("scripts", "genuine", "other-scripts", 2000, scripts.signature_ink),
    ("names", "genuine", "joined-names", 1800, names.signature_ink),
    ("sketched", "doodle", "sketched-screens", 700, None),
    ("doodles", "doodle", "few-strokes", 1200, doodles.doodle_ink),
    ("sketches", "doodle", "sketches", 1200, None),
    ("stamps", "stamp", "stamps-of-ours", 1000, None),
    ("logos", "logo", "logos-of-ours", 1000, None),
]
DRAWERS = {folder: draw for folder, _, _, _, draw in DRAWN}
WORDS_OF_LINES = "words-of-lines"


def made_items(items):
    """What is in no corpus, and never tested with: movements of a pen that nobody made, names set in fonts, screens that nobody sketched,
    stamps, logos and sketches, words cut out of lines of handwriting."""

    def item(path, class_name, source, n):
        return corpus.Item(path, class_name, source, corpus.KIND_OF_CLASS[class_name], False, n % corpus.FOLDS)

    drawn = [item(f"{folder}/{n}", class_name, source, n) for folder, class_name, source, count, _ in DRAWN for n in range(count)]
    typed_ones = [
        item(f"typed/{name}/{n}", "typed_signature", f"{use}-fonts-of-ours", at)
        for use in ("script", "plain")
        for at, name in enumerate(typed.names_of(use))
        for n in range(TYPED_EACH[use])
    ]
    cut = [
        replace(item, path=f"words/{item.path}", source=WORDS_OF_LINES, kind=corpus.SIGNATURE, ambiguous=True)
        for item in items
        if item.kind == corpus.HANDWRITTEN and not item.mislabelled
    ]
    return drawn + typed_ones + cut


def all_items(folder):
    items = corpus.read(folder)
    return tuple(items + made_items(items))


def is_made(item):
    return item.path.startswith((*(f"{folder}/" for folder in DRAWERS), "typed/", "words/"))


def views_of(item):
    """How many there are beside the one as it is: as `augment` makes them, and mistreated."""
    if item.ambiguous:
        return AMBIGUOUS_VIEWS, AMBIGUOUS_MISTREATED
    if is_made(item):
        return MADE_VIEWS, MADE_MISTREATED
    return VIEWS[item.kind], MISTREATED[item.kind]


def made(random, item, fonts, surroundings):
    """Draws it, and gives a function that shows it on paper or without any; a number tells which view that is."""
    what, *rest = item.path.split("/")

    def on_paper(ink, *how, **more):
        return augment.photographed(random, augment.composed(random, ink, surroundings, *how, **more), item.kind)

    if what == "sketched":
        ink = screens.sketched_ink(random, fonts)
        return lambda n, around: on_paper(ink, True, widths=(200, 384), bent=0)
    if what == "logos":
        rgb = logos.logo(random, fonts)
        ink = inks.ink_map(inks.working_image(rgb))
        # Every third one is printed, in one colour.
        return lambda n, around: (
            on_paper(ink, n % 2 == 0, bent=0, around=around) if n % 3 == 2 else augment.photographed(random, rgb, item.kind)
        )
    bent = 0.8
    if what == "typed":
        plain = item.source.startswith("plain")
        ink = typed.typed_ink(random, fonts, rest[0], plain)
        bent = 0.4 if plain else bent
    elif what == "sketches":
        ink = sketches.sketch_ink(random, fonts, surroundings.photos)
    elif what == "stamps":
        ink, bent = stamps.stamp_ink(random, fonts), 0.3
    else:
        ink = DRAWERS[what](random)
    saved = random.random() < ON_PAD
    return lambda n, around: augment.on_pad(random, ink) if saved and n == 0 else on_paper(ink, n % 3 == 0, bent=bent, around=around)


def views(random, folder, item, fonts, surroundings):
    """All views of an item, the first as it is."""
    usual, mistreated = views_of(item)
    if item.source == WORDS_OF_LINES:
        line = inks.working_image(corpus.load(folder, item.path.removeprefix("words/")))
        cut = words.words_in(line)

        def shown(n, around):
            part = words.some_words(random, line, cut)
            # A line without a word that is short enough is shown in part.
            part = line[:, : 3 * line.shape[0]] if part is None else part
            return augment.view(random, item, part, surroundings, around) if n > 0 else part

    elif is_made(item):
        shown = made(random, item, fonts, surroundings)
    else:
        rgb = inks.working_image(corpus.load(folder, item.path))

        def shown(n, around):
            return augment.view(random, item, rgb, surroundings, around) if n > 0 else rgb

    for n in range(usual + 1):
        yield shown(n, augment.forms)
    for n in range(usual + 1, usual + 1 + mistreated):
        yield mistreat.mistreated(random, shown(n, mistreat.crowded))


@functools.lru_cache(maxsize=1)
def surroundings_of(folder, items, fold):
    """Of one fold only: what a fold is tested with was never seen in another."""
    random = np.random.default_rng([SEED, fold])

    def some(chosen, count):
        order = random.permutation(len(chosen))[:count]
        return [corpus.load(folder, chosen[n].path) for n in order]

    def ink(images):
        return [inks.ink_map(inks.working_image(rgb)) for rgb in images]

    mine = [item for item in items if item.fold == fold and not item.mislabelled and not is_made(item)]
    prints = [item for item in mine if item.class_name == "printed_text"]
    writings = [item for item in mine if item.kind == corpus.HANDWRITTEN]
    stamped = [item for item in mine if item.class_name == "stamp"]
    papers = [rgb for path, fold_ in corpus.blank_papers(folder) if fold_ == fold for rgb in [corpus.load(folder, path)]]
    photos = [sketches.photo_of(rgb) for rgb in some([item for item in mine if item.class_name == "photo"], 60)]
    return augment.Surroundings(papers, ink(some(prints, 60)), ink(some(writings, 60)), ink(some(stamped, 20)), photos)


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
        rendered_views = [seen(rgb) for rgb in views(random, folder, item, fonts, surroundings)]
        rendered.append((index, *map(np.stack, zip(*rendered_views))))
    return rendered


def main(folder, fonts, cache):
    os.makedirs(cache, exist_ok=True)
    items = all_items(folder)
    counts = np.array([views_of(item) for item in items])
    starts = np.concatenate([[0], np.cumsum(1 + counts.sum(1))])
    canvases = np.lib.format.open_memmap(
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
            for index, ink, numbers in future.result():
                canvases[starts[index] : starts[index + 1]] = ink
                palettes[starts[index] : starts[index + 1]] = numbers
            print(f"{done + 1} of {len(waiting)}", flush=True)
    canvases.flush()
    np.save(os.path.join(cache, "starts.npy"), starts)
    np.save(os.path.join(cache, "mistreated.npy"), counts[:, 1])
    np.save(os.path.join(cache, "palettes.npy"), palettes)


if __name__ == "__main__":
    main(*sys.argv[1:])
