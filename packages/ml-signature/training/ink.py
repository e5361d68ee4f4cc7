"""From an image to what the network sees: its ink, without paper, colour and size. `src/ink` does the same."""
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
    """Whether what is thin is lighter than what surrounds it: the third moments within blocks, summed. Every second pixel of every
    second row tells as much."""
    values = luminance[::2, ::2].astype(np.float64)
    height, width = values.shape
    block = POLARITY_BLOCK // 2
    rows = np.arange(0, height, block)
    columns = np.arange(0, width, block)

    def sums(each):
        return np.add.reduceat(np.add.reduceat(each, rows, 0), columns, 1)

    means = sums(values) / sums(np.ones_like(values))
    expanded = np.repeat(np.repeat(means, block, 0), block, 1)[:height, :width]
    moments = float(((values - expanded) ** 3).sum())
    return moments > 0 or (moments == 0 and values[0, 0] < 128)


def upright_colours(rgb):
    """Dark ink on light paper, and its luminance (ITU-R BT.601)."""
    red, green, blue = (rgb[:, :, channel].astype(np.int32) for channel in range(3))
    luminance = (77 * red + 150 * green + 29 * blue + 128) >> 8
    return (255 - rgb, 255 - luminance) if is_light_on_dark(luminance) else (rgb, luminance)


def darkness_plane(rgb, luminance):
    """Halfway between luminance and the darkest channel, so that coloured ink counts."""
    darkest = cv2.min(cv2.min(rgb[:, :, 0], rgb[:, :, 1]), rgb[:, :, 2])
    return ((luminance + darkest.astype(np.int32) + 1) >> 1).astype(np.float32)


def inverse_paper(plane):
    """255 parts by how bright the paper would be everywhere: the lightest around, smoothed."""
    height, width = plane.shape
    even = cv2.copyMakeBorder(plane, 0, -height % PAPER_BLOCK, 0, -width % PAPER_BLOCK, cv2.BORDER_REPLICATE)
    rows, columns = even.shape[0] // PAPER_BLOCK, even.shape[1] // PAPER_BLOCK
    quads = (even[::2, ::2] + even[::2, 1::2] + even[1::2, ::2] + even[1::2, 1::2]) / 4
    half = PAPER_BLOCK // 2
    grid = quads.reshape(rows, half, -1).max(1).reshape(rows, columns, half).max(2)
    reach = 2 * PAPER_REACH + 1
    grid = cv2.dilate(grid, np.ones((reach, reach), np.uint8), borderType=cv2.BORDER_REPLICATE)
    grid = cv2.blur(grid, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    brightest = np.searchsorted(np.cumsum(np.bincount(plane.astype(np.uint8).ravel(), minlength=256)), 0.95 * plane.size)
    inverse = 255 / np.maximum(grid, max(0.5 * float(brightest), 1.0))
    size = columns * PAPER_BLOCK, rows * PAPER_BLOCK
    return cv2.resize(inverse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)[:height, :width]


def quantile_of(histogram, share):
    return int(np.searchsorted(np.cumsum(histogram), share * histogram.sum()))


def ink_map(rgb):
    """0 (paper) to 1 (ink) for every pixel of a working image."""
    plane = darkness_plane(*upright_colours(rgb))
    ink = np.clip(np.rint(255 - plane * inverse_paper(plane)), 0, 255)
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


def canvas_bytes(ink):
    """80 × 160 bytes: 0 is paper, 255 ink."""
    return np.floor(canvas_of(ink) * 255 + 0.5).astype(np.uint8)
