"""A small convolutional network: plain convolutions where the image shrinks, separable ones with a way around where it does not."""
import torch
from torch import nn

from corpus import KINDS


def halved(inputs, outputs, size):
    """Half as high and wide; padded as TensorFlow pads, which gives an even image less before than after."""
    before, after = (size - 2) // 2, (size - 1) // 2
    return nn.Sequential(
        nn.ZeroPad2d((before, after, before, after)),
        nn.Conv2d(inputs, outputs, size, 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Around(nn.Module):
    """Depthwise, then pointwise, added to what came in."""

    def __init__(self, channels):
        super().__init__()
        self.depthwise = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, groups=channels, bias=False), nn.BatchNorm2d(channels))
        self.pointwise = nn.Sequential(nn.Conv2d(channels, channels, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, images):
        return torch.relu(images + self.pointwise(torch.relu(self.depthwise(images))))


class Network(nn.Module):
    """80 × 160 of ink, 0 to 1, to one logit for each kind."""

    def __init__(self, widths=(16, 32, 64, 128), around=(0, 0, 1, 1), dropout=0.25):
        super().__init__()
        layers = [halved(1, widths[0], 5)]
        for before, width, count in zip(widths[:-1], widths[1:], around[1:]):
            layers += [halved(before, width, 3)] + [Around(width) for _ in range(count)]
        self.features = nn.Sequential(*layers)
        self.dropout = nn.Dropout(dropout)
        self.kinds = nn.Linear(2 * widths[-1], len(KINDS))

    def forward(self, images):
        features = self.features(images)
        pooled = torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)
        return self.kinds(self.dropout(pooled))
