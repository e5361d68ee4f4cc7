"""A small convolutional network. Where the image is large there is one convolution with long strides: on a CPU that is what costs."""
import torch
from torch import nn

from corpus import KINDS


def convolution(inputs, outputs, size, stride):
    """Padded as TensorFlow pads, which gives an image that is halved less before than after."""
    before, after = (size - stride) // 2, (size - stride + 1) // 2
    return nn.Sequential(
        nn.ZeroPad2d((before, after, before, after)),
        nn.Conv2d(inputs, outputs, size, stride, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Network(nn.Module):
    """80 × 160 of ink, 0 to 1, to one logit for each kind."""

    def __init__(self, dropout=0.25):
        super().__init__()
        self.features = nn.Sequential(
            convolution(1, 32, 8, 4),
            convolution(32, 64, 3, 2),
            convolution(64, 128, 3, 2),
            convolution(128, 128, 3, 1),
        )
        self.dropout = nn.Dropout(dropout)
        self.kinds = nn.Linear(2 * 128, len(KINDS))

    def forward(self, images):
        features = self.features(images)
        pooled = torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)
        return self.kinds(self.dropout(pooled))
