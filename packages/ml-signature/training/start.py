"""What ships, as networks to go on from."""
import json
import os

import numpy as np
import torch

from network import Network

# So many views tell what a layer is normalised by.
VIEWS = 1024


def weights_of(folder, name):
    """Of one network, by layer, as the file has them."""
    with open(os.path.join(folder, "model.json")) as file:
        specs = [spec for group in json.load(file)["weightsManifest"] for spec in group["weights"]]
    values = np.fromfile(os.path.join(folder, "weights.bin"), np.float16).astype(np.float32)
    weights, at = {}, 0
    for spec in specs:
        size = int(np.prod(spec["shape"]))
        weights[spec["name"]] = values[at : at + size].reshape(spec["shape"])
        at += size
    return {key.removeprefix(f"{name}_"): value for key, value in weights.items() if key.startswith(f"{name}_")}


def of_blocks(kernel, side):
    """The kernel of a convolution of pixels, from that of one whose channels are blocks of so many pixels a side."""
    over, outputs = kernel.shape[0], kernel.shape[-1]
    parts = kernel.reshape(over, over, side, side, outputs).transpose(4, 0, 2, 1, 3)
    return parts.reshape(outputs, 1, over * side, over * side)


def plain(folder, name):
    """The network as it ships: what normalised its layers is in their weights."""
    weights, network = weights_of(folder, name), Network().eval()

    def put(parameter, values):
        parameter.data = torch.from_numpy(np.ascontiguousarray(values))

    (_, first, *_), *others, (around, across, *_) = network.features
    put(first.weight, of_blocks(weights["convolution0/kernel"], first.stride[0]))
    for index, (_, convolution, *_) in enumerate(others, 1):
        put(convolution.weight, weights[f"convolution{index}/kernel"].transpose(3, 2, 0, 1))
    put(around.weight, weights["around/depthwise_kernel"].transpose(2, 3, 0, 1))
    put(across.weight, weights["across/kernel"].transpose(3, 2, 0, 1))
    for name, (*_, norm, _) in zip(("convolution0", "convolution1", "convolution2", "across"), network.features):
        put(norm.bias, weights[f"{name}/bias"])
    for name, layer in (("joined", network.joined), ("kinds", network.kinds)):
        put(layer.weight, weights[f"{name}/kernel"].T)
        put(layer.bias, weights[f"{name}/bias"])
    return network


def norms_of(network):
    return [*(norm for *_, norm, _ in network.features), network.palette]


def started(folder, name, cache):
    """The same network, with normalisations that do what they did, whatever is in a batch: fitted on some views."""
    network = plain(folder, name)
    for norm in norms_of(network):
        norm.running_var.fill_(1 - norm.eps)
    some = torch.from_numpy(np.random.default_rng(0).integers(0, len(cache.views), VIEWS)).to(cache.views.device)
    inputs = (cache.views[some].cpu().float() / 255)[:, None], cache.palettes[some].cpu()
    for norm in norms_of(network):
        seen = []
        hook = norm.register_forward_hook(lambda _, given, __: seen.append(given[0]))
        with torch.no_grad():
            network(*inputs)
            hook.remove()
            others = [n for n in range(seen[0].dim()) if n != 1]
            mean, variance = seen[0].mean(others), seen[0].var(others, unbiased=False).clamp(min=1e-4)
            norm.bias += mean * norm.weight
            norm.weight *= torch.sqrt(variance + norm.eps)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
    return network.train()
