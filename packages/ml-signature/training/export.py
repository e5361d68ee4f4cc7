"""A trained network as a tfjs layers model. `export.py NETWORK.pt CALIBRATION.json MODEL_FOLDER PARITY_FILE`

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
import ink as inks
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

    def convolution(self, name, source, module, norm):
        kernel, bias = folded(module, norm)
        # Output, input, height, width becomes height, width, input, output.
        self.weight(f"{name}/kernel", kernel.transpose(2, 3, 1, 0))
        self.weight(f"{name}/bias", bias)
        return self.layer(
            "Conv2D",
            name,
            [source],
            filters=module.out_channels,
            kernel_size=list(module.kernel_size),
            strides=list(module.stride),
            padding="same",
            data_format="channels_last",
            dilation_rate=[1, 1],
            activation="relu",
            use_bias=True,
        )


def written(network):
    writer = Writer()
    here = writer.layer(
        "InputLayer",
        "ink",
        [],
        batch_input_shape=[None, inks.CANVAS_HEIGHT, inks.CANVAS_WIDTH, 1],
        dtype="float32",
        sparse=False,
    )
    for index, (_, convolution, norm, _) in enumerate(network.features):
        here = writer.convolution(f"convolution{index}", here, convolution, norm)
    mean = writer.layer("GlobalAveragePooling2D", "mean", [here], data_format="channels_last")
    most = writer.layer("GlobalMaxPooling2D", "most", [here], data_format="channels_last")
    both = writer.layer("Concatenate", "pooled", [mean, most], axis=-1)
    writer.weight("kinds/kernel", network.kinds.weight.detach().numpy().T)
    writer.weight("kinds/bias", network.kinds.bias.detach().numpy())
    writer.layer("Dense", "kinds", [both], units=len(KINDS), activation="linear", use_bias=True)
    return writer


def rounded(network):
    """The same network with the weights that are written."""
    plain = Network()
    plain.load_state_dict(network.state_dict())
    plain.eval()
    for _, convolution, norm, _ in plain.features:
        kernel, bias = folded(convolution, norm)
        convolution.weight.data = torch.from_numpy(kernel.astype(np.float16).astype(np.float32))
        norm.weight.data = torch.ones_like(norm.weight) * torch.sqrt(torch.tensor(1 + norm.eps))
        norm.running_mean.data.zero_()
        norm.running_var.data.fill_(1.0)
        norm.bias.data = torch.from_numpy(bias.astype(np.float16).astype(np.float32))
    for value in (plain.kinds.weight, plain.kinds.bias):
        value.data = value.data.half().float()
    return plain


def parity_images():
    """Of drawn signatures, some light on dark."""
    random = np.random.default_rng(SEED)
    nothing_around = augment.Surroundings([], [], [])
    for n in range(50):
        ink = synthesise.signature_ink(random)
        rgb = augment.photographed(random, augment.composed(random, ink, nothing_around, False), 0)
        rgb = inks.working_image(rgb)
        yield 255 - rgb if n % 5 == 0 else rgb


def parity_case(n, rgb, network):
    canvas = inks.network_input(rgb)
    with torch.no_grad():
        logits = network(torch.from_numpy(canvas[None, None].astype(np.float32) / 255))[0]
    case = {"canvas": base64.b64encode(canvas.tobytes()).decode(), "logits": [round(float(v), 6) for v in logits]}
    if n < 10:
        case["png"] = base64.b64encode(cv2.imencode(".png", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))[1].tobytes()).decode()
    return case


def main(weights, calibration, folder, parity):
    network = Network()
    network.load_state_dict(torch.load(weights))
    network.eval()
    writer = written(network)
    data = b"".join(values.tobytes() for _, values in writer.weights)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "weights.bin"), "wb") as file:
        file.write(data)
    topology = {
        "class_name": "Model",
        "config": {
            "name": "signature",
            "layers": writer.layers,
            "input_layers": [["ink", 0, 0]],
            "output_layers": [["kinds", 0, 0]],
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
    plain = rounded(network)
    cases = [parity_case(n, rgb, plain) for n, rgb in enumerate(parity_images())]
    with gzip.GzipFile(parity, "wb", mtime=0) as file:
        file.write(json.dumps({"height": inks.CANVAS_HEIGHT, "width": inks.CANVAS_WIDTH, "cases": cases}).encode())
    print(len(data), "bytes of weights,", os.path.getsize(parity), "bytes of parity")


if __name__ == "__main__":
    main(*sys.argv[1:])
