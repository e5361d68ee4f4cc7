"""One or two words cut out of a line of handwriting: nobody can tell them from a legible signature."""
import numpy as np

import ink as inks

# A gap between words is at least as wide as this share of the line's height.
GAP = 0.22
WIDEST = 4.0


def words_in(rgb):
    """Where words begin and end, as columns."""
    ink = inks.ink_map(rgb)
    height = ink.shape[0]
    filled = (ink[int(0.15 * height) : int(0.85 * height)] > 0.5).sum(0) > 0.02 * height
    columns = np.flatnonzero(filled)
    if len(columns) == 0:
        return []
    breaks = np.flatnonzero(np.diff(columns) > GAP * height)
    starts, ends = np.concatenate([[0], breaks + 1]), np.concatenate([breaks, [len(columns) - 1]])
    words = [(int(columns[start]), int(columns[end]) + 1) for start, end in zip(starts, ends)]
    return [(start, end) for start, end in words if end - start > 0.6 * height]


def some_words(random, rgb, words):
    """One word, or two where both are short enough; nothing where the line has no such words."""
    height = rgb.shape[0]
    choices = [words[at : at + count] for count in (1, 2) for at in range(len(words) - count + 1)]
    choices = [choice for choice in choices if choice[-1][1] - choice[0][0] < WIDEST * height]
    if not choices:
        return None
    chosen = choices[int(random.integers(0, len(choices)))]
    margin = int(0.1 * height)
    return rgb[:, max(chosen[0][0] - margin, 0) : chosen[-1][1] + margin]
