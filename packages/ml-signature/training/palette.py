"""What an ink map leaves out: colours, shades and how smooth they are, as a few numbers. `src/ink/palette.ts` does the same."""
import numpy as np

import ink as inks

# Samples along the long side at most.
SAMPLES = 128
REACHES = (1, 4, 16)
LENGTH = 16 + 8 + 6 + 3 * len(REACHES) + 6


def palette_of(rgb, ink):
    """LENGTH numbers, about 0 to 1, of a working image and its ink map; the same for an image turned light on dark."""
    height, width = rgb.shape[:2]
    step = -(-max(height, width) // SAMPLES)
    rgb, luminance = inks.upright_colours(rgb)
    sampled = rgb[::step, ::step].reshape(-1, 3).astype(np.int64)
    light = luminance[::step, ::step].ravel()
    chroma = sampled.max(1) - sampled.min(1)
    count = len(light)

    def shares(values, bins):
        return np.bincount(values, minlength=bins) / count

    red, green, blue = (sampled >> 5).T
    colours = np.sort(shares(red * 64 + green * 8 + blue, 512))[::-1]
    used = colours[colours > 0]
    numbers = [*np.sqrt(shares(light >> 4, 16)), *np.sqrt(shares(np.minimum(chroma >> 4, 7), 8))]
    numbers += [-(used * np.log(used)).sum() / np.log(512), np.log((colours > 0.0005).sum()) / np.log(512)]
    numbers += [colours[:most].sum() for most in (1, 2, 4, 8)]
    for reach in REACHES:
        beside = luminance[::step, np.minimum(np.arange(0, width, step) + reach, width - 1)].ravel()
        steps = np.abs(light - beside)
        numbers += [np.log1p(steps.mean()) / 4, (steps == 0).mean(), (steps <= 2).mean()]
    shade = ink[::step, ::step].ravel()
    dark = shade > 0.5
    numbers += [dark.mean(), ((shade > 0.05) & (shade < 0.95)).mean()]
    for values in (chroma[dark] / 255, light[dark] / 255):
        numbers += [values.mean(), values.std()] if dark.any() else [0.0, 0.0]
    return np.array(numbers, np.float32)
