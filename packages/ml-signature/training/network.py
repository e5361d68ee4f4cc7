"""A small convolutional network. Where the image is large there is one convolution with long strides, and what is wide is separable:
on a CPU that is what costs."""
import torch
from torch import nn

from corpus import KINDS
from palette import LENGTH


def convolution(inputs, outputs, size, stride):
    """Padded as TensorFlow pads, which gives an image that is halved less before than after."""
    before, after = (size - stride) // 2, (size - stride + 1) // 2
    return nn.Sequential(
        nn.ZeroPad2d((before, after, before, after)),
        nn.Conv2d(inputs, outputs, size, stride, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def separable(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, inputs, 3, 1, 1, groups=inputs, bias=False),
        nn.Conv2d(inputs, outputs, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Network(nn.Module):
    """80 × 160 of ink, 0 to 1, and the palette, to one logit for each kind."""

    def __init__(self, dropout=0.25):
        super().__init__()
        self.features = nn.Sequential(
            convolution(1, 32, 8, 4),
            convolution(32, 64, 3, 2),
            convolution(64, 128, 3, 2),
            separable(128, 192),
        )
        self.dropout = nn.Dropout(dropout)
        self.palette = nn.BatchNorm1d(LENGTH)
        self.joined = nn.Linear(2 * 192 + LENGTH, 64)
        self.kinds = nn.Linear(64, len(KINDS))

    def forward(self, images, palettes):
        features = self.features(images)
        pooled = torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)
        joined = torch.cat([self.dropout(pooled), self.palette(palettes)], 1)
        return self.kinds(torch.relu(self.joined(joined)))
