"""From logits to probabilities that mean what they say: one temperature and a bias for each kind, by maximum likelihood."""
import numpy as np
import torch


def fit(logits, kinds, weights):
    """Weights say how much each image counts."""
    values, targets = torch.from_numpy(np.asarray(logits, np.float64)), torch.from_numpy(np.asarray(kinds, np.int64))
    shares = torch.from_numpy(weights / weights.sum())
    log_temperature = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    biases = torch.zeros(values.shape[1], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([log_temperature, biases], max_iter=200, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        losses = torch.nn.functional.cross_entropy(values / log_temperature.exp() + biases, targets, reduction="none")
        loss = (shares * losses).sum() + 1e-3 * biases.square().sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    centred = biases.detach().numpy() - float(biases.detach().mean())
    return {"temperature": round(float(log_temperature.exp()), 4), "biases": [round(float(bias), 4) for bias in centred]}


def probabilities(logits, calibration):
    scaled = np.asarray(logits, np.float64) / calibration["temperature"] + np.array(calibration["biases"])
    odds = np.exp(scaled - scaled.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)
