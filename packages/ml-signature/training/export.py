"""The trained networks as a tfjs layers model. `export.py RUNS CALIBRATION.json MODEL_FOLDER PARITY_FILE`

Batch normalisation is folded into the convolutions, weights are rounded to 16 bits. The parity file (gzip, JSON) has 50 inputs
that nobody wrote, and what the network answers to them; of ten it has the image too, as PNG.
"""
import base64
import gzip
import hashlib
import json
import os
import sys

import cv2
import numpy as np
import torch

import augment
import doubt
import ink as inks
import palette
import render
import synthesise
from corpus import KINDS
from network import Network

SEED = 7


def folded(convolution, norm):
    """Kernel and bias that do what the convolution and its normalisation do."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    kernel = (convolution.weight * scale[:, None, None, None]).detach().numpy()
    return kernel, (norm.bias - norm.running_mean * scale).detach().numpy()


class Writer:
    def __init__(self):
        self.layers, self.weights = [], []

    def layer(self, class_name, name, inbound, **config):
        self.layers.append(
            {
                "class_name": class_name,
                "name": name,
                "config": {"name": name, "trainable": True, **config},
                "inbound_nodes": [[[source, 0, 0, {}] for source in inbound]] if inbound else [],
            }
        )
        return name

    def weight(self, name, values):
        self.weights.append((name, np.ascontiguousarray(values, np.float32).astype(np.float16)))

    def depthwise(self, name, source, module):
        # Channel, 1, height, width becomes height, width, channel, 1.
        self.weight(f"{name}/depthwise_kernel", module.weight.detach().numpy().transpose(2, 3, 0, 1))
        return self.layer(
            "DepthwiseConv2D",
            name,
            [source],
            kernel_size=list(module.kernel_size),
            strides=list(module.stride),
            padding="same",
            depth_multiplier=1,
            data_format="channels_last",
            dilation_rate=[1, 1],
            activation="linear",
            use_bias=False,
        )

    def dense(self, name, source, kernel, bias, activation):
        self.weight(f"{name}/kernel", kernel.T)
        self.weight(f"{name}/bias", bias)
        return self.layer("Dense", name, [source], units=len(bias), activation=activation, use_bias=True)

    def convolution(self, name, source, module, norm):
        kernel, bias = folded(module, norm)
        # Output, input, height, width becomes height, width, input, output.
        return self.conv2d(name, source, kernel.transpose(2, 3, 1, 0), bias, module.stride, "same")

    def convolution_of_blocks(self, name, source, module, norm):
        """The same of an image whose blocks, as large as its strides, have become channels."""
        kernel, bias = folded(module, norm)
        side = module.stride[0]
        over = module.kernel_size[0] // side
        parts = kernel[:, 0].reshape(-1, over, side, over, side).transpose(1, 3, 2, 4, 0)
        return self.conv2d(name, source, parts.reshape(over, over, side * side, -1), bias, (1, 1), "valid")

    def conv2d(self, name, source, kernel, bias, strides, padding):
        self.weight(f"{name}/kernel", kernel)
        self.weight(f"{name}/bias", bias)
        return self.layer(
            "Conv2D",
            name,
            [source],
            filters=len(bias),
            kernel_size=list(kernel.shape[:2]),
            strides=list(strides),
            padding=padding,
            data_format="channels_last",
            dilation_rate=[1, 1],
            activation="relu",
            use_bias=True,
        )


def joined(network):
    """Weight and bias of the layer that takes both inputs, with the normalisation of palettes folded in."""
    norm = network.palette
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight, bias = network.joined.weight.detach().clone(), network.joined.bias.detach().clone()
    of_palette = weight[:, -len(scale) :].clone()
    weight[:, -len(scale) :] = of_palette * scale.detach()
    bias += of_palette @ (norm.bias - norm.running_mean * scale).detach()
    return weight.numpy(), bias.numpy()


def written(networks):
    """Two inputs, and an output of each network."""
    writer = Writer()

    def input_layer(name, *shape):
        return writer.layer("InputLayer", name, [], batch_input_shape=[None, *shape], dtype="float32", sparse=False)

    # Blocks begin half outside: what the first convolution is padded with.
    side = networks[0].features[0][1].stride[0]
    shape = [length // side + 1 for length in (inks.CANVAS_HEIGHT, inks.CANVAS_WIDTH)]
    ink = input_layer("ink", *shape, side * side)
    numbers = input_layer("palette", palette.LENGTH)
    for name, network in zip(doubt.NETWORKS, networks):
        write(writer, name, network, ink, numbers)
    return writer


def write(writer, name, network, ink, numbers):
    *plain, (around, across, norm, _) = network.features
    (_, first, its_norm, _), *plain = plain
    here = writer.convolution_of_blocks(f"{name}_convolution0", ink, first, its_norm)
    for index, (_, convolution, its_norm, _) in enumerate(plain, 1):
        here = writer.convolution(f"{name}_convolution{index}", here, convolution, its_norm)
    here = writer.convolution(f"{name}_across", writer.depthwise(f"{name}_around", here, around), across, norm)
    mean = writer.layer("GlobalAveragePooling2D", f"{name}_mean", [here], data_format="channels_last")
    most = writer.layer("GlobalMaxPooling2D", f"{name}_most", [here], data_format="channels_last")
    everything = writer.layer("Concatenate", f"{name}_everything", [mean, most, numbers], axis=-1)
    here = writer.dense(f"{name}_joined", everything, *joined(network), "relu")
    writer.dense(f"{name}_kinds", here, network.kinds.weight.detach().numpy(), network.kinds.bias.detach().numpy(), "linear")


def rounded(network):
    """The same network with the weights that are written."""
    plain = Network()
    plain.load_state_dict(network.state_dict())
    plain.eval()

    def in_half(values):
        return torch.from_numpy(np.asarray(values).astype(np.float16).astype(np.float32))

    for *_, convolution, norm, _ in plain.features:
        kernel, bias = folded(convolution, norm)
        convolution.weight.data = in_half(kernel)
        norm.weight.data = torch.ones_like(norm.weight) * torch.sqrt(torch.tensor(1 + norm.eps))
        norm.running_mean.data.zero_()
        norm.running_var.data.fill_(1.0)
        norm.bias.data = in_half(bias)
    plain.joined.weight.data, plain.joined.bias.data = map(in_half, joined(plain))
    plain.palette.reset_parameters()
    plain.palette.eps = 0.0
    for value in (plain.features[-1][0].weight, plain.kinds.weight, plain.kinds.bias):
        value.data = in_half(value.data)
    return plain


def parity_images():
    """Of drawn signatures, some light on dark."""
    random = np.random.default_rng(SEED)
    nothing_around = augment.Surroundings([], [], [], [])
    for n in range(50):
        ink = synthesise.signature_ink(random)
        rgb = augment.photographed(random, augment.composed(random, ink, nothing_around, False), 0)
        rgb = inks.working_image(rgb)
        yield 255 - rgb if n % 5 == 0 else rgb


def parity_case(n, rgb, networks):
    canvas, numbers = render.seen(rgb)
    inputs = torch.from_numpy(canvas[None, None].astype(np.float32) / 255), torch.from_numpy(numbers[None])
    with torch.no_grad():
        logits = doubt.together(*(network(*inputs).numpy() for network in networks))[0]
    case = {
        "canvas": base64.b64encode(canvas.tobytes()).decode(),
        "palette": [round(float(v), 6) for v in numbers],
        "logits": [round(float(v), 6) for v in logits],
    }
    if n < 10:
        case["png"] = base64.b64encode(cv2.imencode(".png", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))[1].tobytes()).decode()
    return case


def trained(runs, name):
    network = Network()
    network.load_state_dict(torch.load(os.path.join(runs, name, "final.pt")))
    network.eval()
    return network


def main(runs, calibration, folder, parity):
    networks = [trained(runs, name) for name in doubt.NETWORKS]
    writer = written(networks)
    data = b"".join(values.tobytes() for _, values in writer.weights)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "weights.bin"), "wb") as file:
        file.write(data)
    topology = {
        "class_name": "Model",
        "config": {
            "name": "signature",
            "layers": writer.layers,
            "input_layers": [["ink", 0, 0], ["palette", 0, 0]],
            "output_layers": [[f"{name}_kinds", 0, 0] for name in doubt.NETWORKS],
        },
        "keras_version": "2.15.0",
        "backend": "tensorflow",
    }
    specs = [
        {
            "name": name,
            "shape": list(values.shape),
            "dtype": "float32",
            "quantization": {"dtype": "float16", "original_dtype": "float32"},
        }
        for name, values in writer.weights
    ]
    with open(calibration) as file:
        calibrated = json.load(file)
    model = {
        "format": "layers-model",
        "generatedBy": "training/export.py",
        "convertedBy": None,
        "modelTopology": topology,
        "weightsManifest": [{"paths": ["weights.bin"], "weights": specs}],
        "userDefinedMetadata": {"kinds": KINDS, "sha256": hashlib.sha256(data).hexdigest(), **calibrated},
    }
    with open(os.path.join(folder, "model.json"), "w") as file:
        json.dump(model, file, indent=1)
        file.write("\n")
    plain = [rounded(network) for network in networks]
    cases = [parity_case(n, rgb, plain) for n, rgb in enumerate(parity_images())]
    with gzip.GzipFile(parity, "wb", mtime=0) as file:
        file.write(json.dumps({"height": inks.CANVAS_HEIGHT, "width": inks.CANVAS_WIDTH, "cases": cases}).encode())
    print(len(data), "bytes of weights,", os.path.getsize(parity), "bytes of parity")


if __name__ == "__main__":
    main(*sys.argv[1:])
