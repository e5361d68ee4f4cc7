"""Trains networks on rendered views: `train.py first|second|third CORPUS CACHE RUNS [--only NAME] [--samples N] [--seed N] [--change JSON] [--start MODEL]`

All three by turns, or the one of that NAME: two without the signatures of two sources and without a fold of everything, which they are
judged by; final, with everything. Each writes RUNS/NAME.pt (weights) and RUNS/NAME.npz (logits of what was held out, each image as it
is). `--change` changes the mixture, for instance '{"shares": {"doodle/few-strokes": 0}, "mistreated": 0.2}'. With `--start`, `final` goes on
from the network of a model folder, at a third of the rate; the others never do, since what ships has seen everything.
"""
import argparse
import copy
import json
import os
import time

import numpy as np
import torch

import corpus
import measures
import render
from batches import BATCH, MIXTURES, Batches, Cache, changed
from network import Network
from start import started

# The sources of signatures, and the fold, that a network is trained without.
HELD_OUT = {"cross-media-poilus": (("cross-media", "poilus"), 0), "ignaciobaldriz-rf-docs": (("ignaciobaldriz", "rf-docs"), 1)}
RUNS = [*HELD_OUT, "final"]
PEAK = 3e-3
SAMPLES = {"first": 480_000, "second": 320_000, "third": 320_000}


def held_out(items, run):
    """Which items to train a run with, and which to test it with, wrong labels among them."""
    test, train = [], []
    sources, fold = HELD_OUT.get(run, ((), None))
    for index, item in enumerate(items):
        made = render.is_made(item)
        if item.source == render.WORDS_OF_LINES:
            # They were cut out of the same wills as signatures.
            out = item.fold == fold or "poilus" in sources
        else:
            out = not made and (item.fold == fold or (item.kind == corpus.SIGNATURE and item.source in sources))
        if not out:
            if not item.mislabelled:
                train.append(index)
        elif not made and (item.scored or item.shows):
            test.append(index)
    return train, test


def learning_rates(steps, peak):
    """Up within 15 %, down to nearly nothing; along cosines."""
    up = max(int(0.15 * steps), 1)
    rising = peak / 25 + (peak - peak / 25) * (1 - np.cos(np.pi * np.arange(up) / up)) / 2
    falling = peak * (1 + np.cos(np.pi * np.arange(steps - up) / (steps - up))) / 2
    return np.concatenate([rising, falling]).astype(np.float32)


class Training:
    """One network, trained step by step. On a GPU a step is recorded once and then repeated, without Python between its parts."""

    def __init__(self, items, cache, chosen, samples, seed, mixture, device="cpu", begun=None):
        self.device, self.steps = device, samples // BATCH
        torch.manual_seed(seed)
        self.batches = Batches(items, cache, chosen, self.steps, np.random.default_rng(seed), mixture, device)
        network, peak = (Network(), PEAK) if begun is None else (begun, PEAK / 3)
        self.network = network.to(device=device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).requires_grad_(False)
        self.rates = torch.from_numpy(learning_rates(self.steps, peak)).to(device)
        rate = torch.tensor(peak, device=device) if device != "cpu" else peak
        at_once = {} if device == "cpu" else {"fused": True, "capturable": True}
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=0.03, **at_once)
        self.at = torch.zeros(1, dtype=torch.int64, device=device)
        self.losses = torch.zeros(self.steps, device=device)
        self.repeat = self.step if device == "cpu" else self.recorded()

    def step(self):
        images, palettes, targets = self.batches.at(self.at)
        loss = torch.nn.functional.cross_entropy(self.network(images, palettes), targets)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        rate = self.rates.index_select(0, self.at)[0]
        for group in self.optimizer.param_groups:
            if self.device == "cpu":
                group["lr"] = float(rate)
            else:
                group["lr"].copy_(rate)
        self.optimizer.step()
        self.losses.index_copy_(0, self.at, loss.detach()[None])
        with torch.no_grad():
            keep = ((self.at + 1.0) / (self.at + 10.0)).clamp(max=0.999)
            for kept, current in zip(self.average.state_dict().values(), self.network.state_dict().values()):
                if kept.dtype.is_floating_point:
                    kept.lerp_(current, 1 - keep)
            self.at += 1

    def recorded(self):
        """A function that repeats a step. The steps before, which warm it up, are undone."""
        before = copy.deepcopy(self.network.state_dict())
        self.stream = torch.cuda.Stream()
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(3):
                self.step()
        torch.cuda.current_stream().wait_stream(self.stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=self.stream):
            self.step()
        with torch.no_grad():
            for state in self.optimizer.state.values():
                for value in state.values():
                    value.zero_()
            self.network.load_state_dict(before)
            self.average.load_state_dict(before)
            self.at.zero_()
        torch.cuda.synchronize()

        def repeat():
            with torch.cuda.stream(self.stream):
                graph.replay()

        return repeat


def trained(trainings):
    """By turns, so that on a GPU they run beside each other."""
    began, steps = time.time(), trainings[0].steps
    for step in range(1, steps + 1):
        for training in trainings:
            training.repeat()
        if step % 500 == 0:
            losses = " ".join(f"{float(training.losses[step - 500 : step].mean()):.4f}" for training in trainings)
            rate = step * BATCH * len(trainings) / (time.time() - began)
            print(f"{step} of {steps}: losses {losses}, {rate:.0f} images/s", flush=True)


def logits_of(network, cache, positions):
    network.eval()
    with torch.no_grad():
        parts = [
            network((cache.views[some].float() / 255)[:, None], cache.palettes[some]).cpu().numpy()
            for some in (positions[at : at + 256] for at in range(0, len(positions), 256))
        ]
    return np.concatenate(parts) if parts else np.zeros((0, len(corpus.KINDS)), np.float32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network", choices=MIXTURES)
    parser.add_argument("corpus")
    parser.add_argument("cache")
    parser.add_argument("runs")
    parser.add_argument("--only", choices=RUNS)
    parser.add_argument("--samples", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--change", type=json.loads, default={})
    parser.add_argument("--start")
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    os.makedirs(options.runs, exist_ok=True)
    items = render.all_items(options.corpus)
    cache = Cache(options.cache).to(device)
    samples = options.samples or SAMPLES[options.network]
    mixture = changed(MIXTURES[options.network], options.change)
    runs = [options.only] if options.only else RUNS
    parts = [held_out(items, run) for run in runs]
    begun = {"final": started(options.start, options.network, cache)} if options.start else {}
    trainings = [
        Training(items, cache, train, samples, options.seed, mixture, device, begun.get(run)) for run, (train, _) in zip(runs, parts)
    ]
    trained(trainings)
    for run, (_, test), training in zip(runs, parts, trainings):
        network, out = training.average, os.path.join(options.runs, run)
        torch.save({name: value.cpu() for name, value in network.state_dict().items()}, f"{out}.pt")
        logits = logits_of(network, cache, cache.starts[test])
        np.savez(f"{out}.npz", items=np.array(test), logits=logits)
        print(run, quick_report(items, np.array(test), logits))


def quick_report(items, test, logits):
    if len(test) == 0:
        return "nothing held out"
    scored = np.array([items[index].scored for index in test])
    test, logits = test[scored], logits[scored]
    kinds = np.array([items[index].kind for index in test])
    odds = torch.from_numpy(logits).softmax(1).numpy()
    score = odds[:, corpus.SIGNATURE]
    positive = kinds == corpus.SIGNATURE
    area = measures.area_under_curve(score[positive], score[~positive])
    found = measures.true_positives_at(score[positive], score[~positive], 0.01)
    return (
        f"accuracy {np.mean(odds.argmax(1) == kinds):.4f}, area {area:.4f}, "
        f"true positives at 1 % false ones {found:.4f}, found {np.mean(odds[positive].argmax(1) == 0):.4f}, "
        f"false accepts at 0.5 {np.mean(score[~positive] > 0.5):.4f}"
    )


if __name__ == "__main__":
    main()
