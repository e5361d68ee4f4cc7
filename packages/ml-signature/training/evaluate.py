"""The evaluation report and the calibration. `evaluate.py CORPUS RUNS REPORT.html CALIBRATION.json`

RUNS has folders `first`, `second` and `third`, each with what `train.py` writes of the networks that two sources and a fold were held
out of. Nothing is scored by a network that was trained with its group. Half of what a calibration is fitted on are writers that the
networks had not seen, half are sources; what one pair of sources is judged by is calibrated by the other. The report names images by
their path in the corpus and shows none: signatures are personal data.
"""
import json
import os
import sys

import numpy as np

import calibrate
import corpus
import doubt
import measures
from report import html
from train import HELD_OUT

# In a calibration, how much of a source that was left out are its signatures.
SIGNATURES_OF_SOURCE = 0.3
# Of the networks alone: the gates of the API refuse some of them.
FALSE_ACCEPTS_MAX, UNSEEN_FALSE_ACCEPTS_MAX = 0.012, 0.02


def loaded(runs, name):
    """Items, and what the networks said of them together."""
    logits = []
    for network in doubt.NETWORKS:
        with np.load(os.path.join(runs, network, f"{name}.npz")) as file:
            items = file["items"]
            logits.append(file["logits"])
    return items, doubt.together(*logits)


def scores(kinds, odds):
    """The measures of one set of probabilities."""
    table = measures.confusion(kinds, odds.argmax(1), len(corpus.KINDS))
    positive = odds[kinds == corpus.SIGNATURE, corpus.SIGNATURE]
    negative = odds[kinds != corpus.SIGNATURE, corpus.SIGNATURE]
    f1 = measures.f1_of(table)
    signature = odds[:, corpus.SIGNATURE]
    return {
        "images": len(kinds),
        "accuracy": float(np.diag(table).sum() / len(kinds)),
        "macroF1": float(f1.mean()),
        "area": float(measures.area_under_curve(positive, negative)),
        "truePositivesAt1Percent": measures.true_positives_at(positive, negative, 0.01),
        "calibrationError": float(measures.calibration_error(odds.max(1), odds.argmax(1) == kinds)),
        "calibrationErrorOfSignatures": float(measures.calibration_error(signature, kinds == corpus.SIGNATURE)),
        "f1": [float(value) for value in f1],
        "confusion": table.tolist(),
    }


class Runs:
    """What networks said of images that they had not been trained with, wrong labels among them."""

    def __init__(self, items, folder):
        self.items = items
        self.runs = {name: loaded(folder, name) for name in HELD_OUT}

    def kinds(self, indices):
        return np.array([self.items[index].kind for index in indices])

    def part(self, name, is_of):
        """Items and logits of a run of which something holds."""
        indices, logits = self.runs[name]
        chosen = np.array([is_of(self.items[index]) for index in indices])
        return indices[chosen], logits[chosen]

    def of_writers(self, name):
        """Other writers of sources that the network knows, and all else that was held out with them."""
        sources, _ = HELD_OUT[name]
        return self.part(name, lambda item: item.kind != corpus.SIGNATURE or item.source not in sources)

    def of_source(self, name, source):
        """Every signature of a source, and what was held out and is none."""
        return self.part(name, lambda item: item.scored and (item.kind != corpus.SIGNATURE or item.source == source))

    def calibration(self, without=None):
        names = [name for name in HELD_OUT if name != without]
        writers, sources = [], []
        for name in names:
            indices, logits = self.of_writers(name)
            # A lone group is an unseen source. The network that ships was trained with it, so it does not count among the writers.
            usual = np.array([self.items[index].scored and not self.items[index].lone for index in indices])
            writers.append((logits[usual], self.kinds(indices[usual])))
            sources += [self.of_source(name, source) for source in HELD_OUT[name][0]]
        count = sum(len(kinds) for _, kinds in writers)
        parts = [(*part, np.full(len(part[1]), 1 / count)) for part in writers]
        for indices, logits in sources:
            kinds = self.kinds(indices)
            parts.append((logits, kinds, weights_of_source(kinds) / len(sources)))
        return calibrate.fit(*(np.concatenate(column) for column in zip(*parts)))

    def writers(self):
        """Items, kinds and probabilities of all that was held out beside the sources."""
        parts = []
        for name in HELD_OUT:
            indices, logits = self.of_writers(name)
            parts.append((indices, self.kinds(indices), calibrate.probabilities(logits, self.calibration(without=name))))
        return tuple(np.concatenate(column) for column in zip(*parts))

    def unseen(self):
        """Of each source kinds and probabilities."""
        result = {}
        for name, (sources, _) in HELD_OUT.items():
            calibration = self.calibration(without=name)
            for source in sources:
                indices, logits = self.of_source(name, source)
                result[source] = self.kinds(indices), calibrate.probabilities(logits, calibration)
        return result


def weights_of_source(kinds):
    """Of the sum 1: a source counts as much as others, however many signatures it has."""
    signatures = kinds == corpus.SIGNATURE
    return np.where(signatures, SIGNATURES_OF_SOURCE / signatures.sum(), (1 - SIGNATURES_OF_SOURCE) / (~signatures).sum())


def bound_for(negative, share):
    """The lowest whole percent above which at most `share` of what is no signature scores."""
    for percent in range(50, 100):
        if np.mean(negative >= percent / 100) <= share:
            return percent / 100
    return 0.99


def by_source(items, indices, kinds, odds, accept_from):
    rows = []
    strata = np.array([items[index].stratum for index in indices])
    for stratum in sorted(set(strata)):
        mine = strata == stratum
        signature = odds[mine, corpus.SIGNATURE]
        rows.append(
            {
                "source": stratum,
                "images": int(mine.sum()),
                "accuracy": float(np.mean(odds[mine].argmax(1) == kinds[mine])),
                "accepted": float(np.mean(signature >= accept_from)),
            }
        )
    return rows


def worst(items, indices, kinds, odds, count=6):
    """The most confident mistakes of each source."""
    answers = odds.argmax(1)
    mistakes = {}
    for at in np.argsort(-odds.max(1)):
        if answers[at] == kinds[at]:
            continue
        item = items[indices[at]]
        mine = mistakes.setdefault(item.stratum, [])
        if len(mine) < count:
            mine.append((item.path, corpus.KINDS[answers[at]], float(odds[at].max())))
    return mistakes


def main(folder, runs, report, calibration_file):
    items = corpus.read(folder)
    runs = Runs(items, runs)
    indices, kinds, odds = runs.writers()
    labels = np.array([items[index].label for index in indices])
    scored = np.array([items[index].scored for index in indices])
    as_they_came = scores(labels, odds)
    indices, kinds, odds = indices[scored], kinds[scored], odds[scored]
    usual = np.array([not items[index].lone for index in indices])
    result = {
        "otherWriters": scores(kinds, odds),
        "labelsAsTheyCame": as_they_came,
        "withoutLoneGroups": scores(kinds[usual], odds[usual]),
        "loneGroups": sorted({items[index].stratum for index in indices if items[index].lone}),
        "unseenSources": {},
    }
    unseen = runs.unseen()
    bounds = [bound_for(odds[kinds != corpus.SIGNATURE, corpus.SIGNATURE], FALSE_ACCEPTS_MAX)]
    bounds += [
        bound_for(values[of != corpus.SIGNATURE, corpus.SIGNATURE], UNSEEN_FALSE_ACCEPTS_MAX) for of, values in unseen.values()
    ]
    accept_from = max(bounds)
    for source, (of, values) in unseen.items():
        positive, negative = values[of == corpus.SIGNATURE, corpus.SIGNATURE], values[of != corpus.SIGNATURE, corpus.SIGNATURE]
        result["unseenSources"][source] = {
            "signatures": len(positive),
            "others": len(negative),
            "area": float(measures.area_under_curve(positive, negative)),
            "truePositivesAt1Percent": measures.true_positives_at(positive, negative, 0.01),
            "accepted": float(np.mean(positive >= accept_from)),
            "falseAccepts": float(np.mean(negative >= accept_from)),
            "calibrationError": float(measures.calibration_error(values.max(1), values.argmax(1) == of)),
        }
    signature = odds[:, corpus.SIGNATURE]
    result["acceptFrom"] = accept_from
    result["falseRejections"] = float(np.mean(signature[kinds == corpus.SIGNATURE] < accept_from))
    result["falseAccepts"] = float(np.mean(signature[kinds != corpus.SIGNATURE] >= accept_from))
    result["meanAreaOfUnseenSources"] = float(np.mean([row["area"] for row in result["unseenSources"].values()]))
    result["bySource"] = by_source(items, indices, kinds, odds, accept_from)
    with open(calibration_file, "w") as file:
        json.dump({**runs.calibration(), "acceptFrom": accept_from, "doubtFrom": doubt.FROM, "doubtTo": doubt.TO}, file)
        file.write("\n")
    positive, negative = signature[kinds == corpus.SIGNATURE], signature[kinds != corpus.SIGNATURE]
    with open(report, "w") as file:
        file.write(
            html(
                result,
                corpus.KINDS,
                measures.curve(positive, negative),
                measures.reliability(odds.max(1), odds.argmax(1) == kinds),
                worst(items, indices, kinds, odds),
            )
        )
    print(json.dumps({key: value for key, value in result.items() if key != "bySource"}, indent=1))
    for row in result["bySource"]:
        print(f"{row['source']:34} {row['images']:5} accuracy {row['accuracy']:.3f} accepted {row['accepted']:.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
