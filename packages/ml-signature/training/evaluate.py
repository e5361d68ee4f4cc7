"""The evaluation report and the calibration. `evaluate.py CORPUS RUNS REPORT.html CALIBRATION.json`

RUNS has fold0.npz to fold4.npz and source-NAME.npz, as `train.py` writes them. Nothing is scored by a network that was trained
with its group, and calibrations are judged on folds that they were not fitted on. The report names images by their path in the
corpus and shows none: signatures are personal data.
"""
import json
import os
import sys

import numpy as np

import calibrate
import corpus
import measures
from report import html

GENUINE_SOURCES = ["cross-media", "ignaciobaldriz", "poilus", "rf-docs"]
FALSE_ACCEPTS_MAX, UNSEEN_FALSE_ACCEPTS_MAX = 0.01, 0.02


def loaded(runs, name):
    with np.load(os.path.join(runs, f"{name}.npz")) as file:
        return file["items"], file["logits"]


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


def cross_validated(items, runs):
    """Items, kinds and probabilities of all folds, wrong labels among them; each fold calibrated by the others."""
    folds = [loaded(runs, f"fold{fold}") for fold in range(corpus.FOLDS)]
    kinds = [np.array([items[index].kind for index in indices]) for indices, _ in folds]
    # The network that ships was trained with every source, so a source that its judge had never seen says nothing about it.
    usual = [np.array([items[index].scored and not items[index].lone for index in indices]) for indices, _ in folds]

    def fitted_on(chosen):
        return calibrate.fit(
            np.concatenate([folds[n][1][usual[n]] for n in chosen]), np.concatenate([kinds[n][usual[n]] for n in chosen])
        )

    odds = [
        calibrate.probabilities(logits, fitted_on([n for n in range(corpus.FOLDS) if n != fold]))
        for fold, (_, logits) in enumerate(folds)
    ]
    everything = fitted_on(range(corpus.FOLDS))
    return np.concatenate([indices for indices, _ in folds]), np.concatenate(kinds), np.concatenate(odds), everything


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
    indices, kinds, odds, calibration = cross_validated(items, runs)
    labels = np.array([items[index].label for index in indices])
    scored = np.array([items[index].scored for index in indices])
    as_they_came = scores(labels, odds)
    indices, kinds, odds = indices[scored], kinds[scored], odds[scored]
    usual = np.array([not items[index].lone for index in indices])
    result = {
        "crossValidation": scores(kinds, odds),
        "labelsAsTheyCame": as_they_came,
        "withoutLoneGroups": scores(kinds[usual], odds[usual]),
        "loneGroups": sorted({items[index].stratum for index in indices if items[index].lone}),
        "unseenSources": {},
    }
    unseen = {}
    for source in GENUINE_SOURCES:
        found, logits = loaded(runs, f"source-{source}")
        scored = np.array([items[index].scored for index in found])
        of = np.array([items[index].kind for index in found[scored]])
        unseen[source] = (of, calibrate.probabilities(logits[scored], calibration))
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
        }
    signature = odds[:, corpus.SIGNATURE]
    result["acceptFrom"] = accept_from
    result["falseRejections"] = float(np.mean(signature[kinds == corpus.SIGNATURE] < accept_from))
    result["falseAccepts"] = float(np.mean(signature[kinds != corpus.SIGNATURE] >= accept_from))
    result["meanAreaOfUnseenSources"] = float(np.mean([row["area"] for row in result["unseenSources"].values()]))
    result["bySource"] = by_source(items, indices, kinds, odds, accept_from)
    calibration["acceptFrom"] = accept_from
    with open(calibration_file, "w") as file:
        json.dump(calibration, file)
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
