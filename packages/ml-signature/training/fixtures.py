"""Images for tests, of nobody's signature: `fixtures.py FONTS FOLDER`

Signatures by the pen model in different pens, colours and papers, simple ones among them, and names set in fonts. Those of the seeds below lie near no
bound of a verdict, where small differences between formats may tip it.
"""
import os
import sys

import cv2
import numpy as np

import simple
import synthesise
import typed

SEED = 11
SIGNATURES = [1, 4, 5, 9, 10, 12, 13, 17, 19, 20, 22, 24]
SIMPLE = [4, 38, 44]
TYPED = [8, 9, 10, 11]
FONTS = ["open-sans", "lora", "courier-prime", "pinyon-script"]
PAPERS = [(255, 255, 255), (250, 248, 240), (236, 240, 250)]
INKS = [(20, 20, 30), (30, 40, 130), (25, 60, 40)]


def drawn(ink, paper, colour):
    """With a margin, about 500 pixels wide."""
    scale = 460 / ink.shape[1]
    ink = cv2.resize(ink, (460, max(int(ink.shape[0] * scale), 8)), interpolation=cv2.INTER_CUBIC).clip(0, 1)
    ink = np.pad(ink, 30)[:, :, None]
    return (np.array(paper) * (1 - ink) + np.array(colour) * ink).round().astype(np.uint8)


def main(fonts, folder):
    os.makedirs(folder, exist_ok=True)

    def write(name, ink, n):
        rgb = drawn(ink, PAPERS[n % 3], INKS[n // 3 % 3])
        cv2.imwrite(os.path.join(folder, f"{name}-{n}.png"), cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_PNG_COMPRESSION, 9])

    for n in SIGNATURES:
        write("signature", synthesise.signature_ink(np.random.default_rng([SEED, n])), n)
    for n in SIMPLE:
        write("simple", simple.signature_ink(np.random.default_rng([SEED, n])), n)
    for n in TYPED:
        font = FONTS[n % len(FONTS)]
        write("typed", typed.typed_ink(np.random.default_rng([SEED, n]), fonts, font, True), n)


if __name__ == "__main__":
    main(*sys.argv[1:])
