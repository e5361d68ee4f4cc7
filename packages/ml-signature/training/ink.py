"""From an image to what the network sees: its ink, without paper, colour and size. `src/ink` does the same in TypeScript."""
import cv2
import numpy as np

WORKING_SIDE = 384
CANVAS_HEIGHT, CANVAS_WIDTH = 80, 160
ENLARGED_AT_MOST = 3.0
POLARITY_BLOCK = 48
PAPER_BLOCK = 8
PAPER_REACH = 2


def working_image(rgb):
    """At most WORKING_SIDE pixels on the long side, averaged over areas; never enlarged."""
    height, width = rgb.shape[:2]
    scale = WORKING_SIDE / max(height, width)
    if scale >= 1:
        return rgb
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)


def is_light_on_dark(luminance):
    """Whether what is thin is lighter than what surrounds it: the third moments within blocks, summed."""
    height, width = luminance.shape
    rows = np.arange(0, height, POLARITY_BLOCK)
    columns = np.arange(0, width, POLARITY_BLOCK)

    def sums(values):
        return np.add.reduceat(np.add.reduceat(values, rows, 0), columns, 1)

    counts = sums(np.ones_like(luminance))
    means = sums(luminance) / counts
    expanded = np.repeat(np.repeat(means, POLARITY_BLOCK, 0), POLARITY_BLOCK, 1)[:height, :width]
    moments = float(((luminance - expanded) ** 3).sum())
    return moments > 0 or (moments == 0 and luminance[0, 0] < 128)


def darkness_plane(rgb):
    """Halfway between luminance and the darkest channel, so that coloured ink counts; dark ink on light paper."""
    red, green, blue = (rgb[:, :, channel].astype(np.int32) for channel in range(3))
    luminance = (77 * red + 150 * green + 29 * blue + 128) >> 8
    if is_light_on_dark(luminance.astype(np.float64)):
        red, green, blue, luminance = 255 - red, 255 - green, 255 - blue, 255 - luminance
    darkest = np.minimum(np.minimum(red, green), blue)
    return ((luminance + darkest + 1) >> 1).astype(np.float32)


def paper_plane(plane):
    """How bright the paper would be everywhere: the lightest around, smoothed."""
    height, width = plane.shape
    smooth = cv2.blur(plane, (3, 3), borderType=cv2.BORDER_REPLICATE)
    padded = cv2.copyMakeBorder(
        smooth, 0, -height % PAPER_BLOCK, 0, -width % PAPER_BLOCK, cv2.BORDER_REPLICATE
    )
    rows, columns = padded.shape[0] // PAPER_BLOCK, padded.shape[1] // PAPER_BLOCK
    grid = padded.reshape(rows, PAPER_BLOCK, -1).max(1).reshape(rows, columns, PAPER_BLOCK).max(2)
    reach = 2 * PAPER_REACH + 1
    grid = cv2.dilate(grid, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE)
    grid = cv2.blur(grid, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    paper = cv2.resize(grid, (padded.shape[1], padded.shape[0]), interpolation=cv2.INTER_LINEAR)
    brightest = np.searchsorted(np.cumsum(np.bincount(plane.astype(np.uint8).ravel(), minlength=256)), 0.95 * plane.size)
    return np.maximum(paper[:height, :width], max(0.5 * float(brightest), 1.0))


def quantile_of(histogram, share):
    return int(np.searchsorted(np.cumsum(histogram), share * histogram.sum()))


def ink_map(rgb):
    """0 (paper) to 1 (ink) for every pixel of a working image."""
    plane = darkness_plane(rgb)
    ink = np.clip(np.floor((1 - plane / paper_plane(plane)) * 255 + 0.5), 0, 255)
    levels = ink.astype(np.uint8)
    histogram = np.bincount(levels.ravel(), minlength=256)
    median = quantile_of(histogram, 0.5)
    deviations = np.bincount(np.abs(np.arange(256) - median), weights=histogram, minlength=256)
    # Noise of paper is never as dark as this; what is, belongs to a photo.
    lowest = min(median + 2 * quantile_of(deviations, 0.5), 48)
    most = quantile_of(histogram, 0.999)
    above = np.arange(256) > lowest + 0.3 * (most - lowest)
    count = histogram[above].sum()
    mean = float((histogram * np.arange(256))[above].sum() / count) if count > 0 else 255.0
    highest = max(mean, lowest + 30)
    return np.clip((ink - lowest) / (highest - lowest), 0, 1).astype(np.float32)


def ink_box(ink):
    """Left, top, right, bottom of nearly all ink, with a margin; of everything where there is none."""
    height, width = ink.shape
    dark = ink > 0.5
    total = int(dark.sum())
    if total == 0:
        return 0.0, 0.0, float(width), float(height)

    def span(counts):
        cumulated = np.cumsum(counts)
        first = int(np.searchsorted(cumulated, 0.004 * total, side="right"))
        last = int(np.searchsorted(cumulated, 0.996 * total, side="left"))
        return first, min(last, len(counts) - 1) + 1

    left, right = span(dark.sum(0))
    top, bottom = span(dark.sum(1))
    margin = 2 + 0.05 * max(right - left, bottom - top)
    return left - margin, top - margin, right + margin, bottom + margin


def weights_of(size, start, scale, source):
    """How much of each of `source` pixels goes into each of `size`: triangles; what lies outside is paper."""
    support = max(scale, 1.0)
    centres = start + (np.arange(size) + 0.5) * scale
    reach = int(np.ceil(support)) + 1
    first = np.floor(centres).astype(int) - reach
    taps = first[:, None] + np.arange(2 * reach + 1)
    weights = np.clip(1 - np.abs(taps + 0.5 - centres[:, None]) / support, 0, None)
    weights /= weights.sum(1, keepdims=True)
    matrix = np.zeros((size, source), np.float32)
    inside = (taps >= 0) & (taps < source)
    rows = np.repeat(np.arange(size)[:, None], taps.shape[1], 1)
    matrix[rows[inside], taps[inside]] = weights[inside]
    return matrix


def canvas_of(ink):
    """The ink's box in the middle of the network's canvas, strokes as dark as strokes are."""
    left, top, right, bottom = ink_box(ink)
    scale = max((right - left) / CANVAS_WIDTH, (bottom - top) / CANVAS_HEIGHT, 1 / ENLARGED_AT_MOST)
    start_x = (left + right - scale * CANVAS_WIDTH) / 2
    start_y = (top + bottom - scale * CANVAS_HEIGHT) / 2
    across = weights_of(CANVAS_WIDTH, start_x, scale, ink.shape[1])
    down = weights_of(CANVAS_HEIGHT, start_y, scale, ink.shape[0])
    canvas = down @ ink @ across.T
    # What the box leaves out stays out.
    dark = canvas > 0.2
    mean = float(canvas[dark].mean()) if dark.any() else 1.0
    gain = min(max(0.6 / mean, 1.0), 2.5)
    return np.minimum(canvas * gain, 1).astype(np.float32)


def network_input(rgb):
    """80 × 160 bytes: 0 is paper, 255 ink."""
    return np.floor(canvas_of(ink_map(working_image(rgb))) * 255 + 0.5).astype(np.uint8)
