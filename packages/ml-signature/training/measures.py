"""What the evaluation reports; plain definitions."""
import numpy as np


def area_under_curve(positive, negative):
    """How often a signature scores above anything else; ties count half."""
    scores = np.concatenate([positive, negative])
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return (ranks[: len(positive)].sum() - len(positive) * (len(positive) + 1) / 2) / (len(positive) * len(negative))


def true_positives_at(positive, negative, share):
    """The share of signatures above a bound that at most `share` of everything else is above."""
    allowed = int(np.floor(share * len(negative)))
    bound = np.sort(negative)[::-1][allowed]
    return float(np.mean(positive > bound))


def confusion(kinds, answers, count):
    table = np.zeros((count, count), int)
    np.add.at(table, (kinds, answers), 1)
    return table


def f1_of(table):
    right = np.diag(table).astype(float)
    return 2 * right / np.maximum(table.sum(0) + table.sum(1), 1)


def reliability(confidence, right, bins=15):
    """For each bin that has any: mean confidence, share that is right, how many."""
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    return [
        (float(confidence[which == n].mean()), float(right[which == n].mean()), int((which == n).sum()))
        for n in range(bins)
        if (which == n).any()
    ]


def calibration_error(confidence, right, bins=15):
    """Expected calibration error (Naeini 2015), bins of equal width."""
    rows = reliability(confidence, right, bins)
    return sum(abs(said - true) * count for said, true, count in rows) / len(confidence)


def curve(positive, negative):
    bounds = np.unique(np.concatenate([positive, negative]))[::-1]
    ascending_positive, ascending_negative = np.sort(positive), np.sort(negative)
    true = 1 - np.searchsorted(ascending_positive, bounds, "left") / len(positive)
    false = 1 - np.searchsorted(ascending_negative, bounds, "left") / len(negative)
    return false, true
