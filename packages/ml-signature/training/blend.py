"""What ships, of two trainings that went on one from the other: `blend.py EARLIER.pt LATER.pt SHARE OUT.pt`. Weights between both (Wortsman et
al. 2022) are better than either: SHARE is that of the later one."""
import sys

import torch


def main(earlier, later, share, out):
    first, second = torch.load(earlier), torch.load(later)
    torch.save({name: torch.lerp(first[name], value, float(share)) if value.is_floating_point() else value for name, value in second.items()}, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
