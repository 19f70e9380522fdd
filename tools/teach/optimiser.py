"""An optimiser for layers that are matrices: steps whose directions all weigh the same.

The mean gradient of a layer is mostly a few strong directions, and a step along it learns those alone. Here its
singular values are all brought near to one first (K. Jordan's Muon, with steps as long as AdamW's), so that rare
directions are learnt as quickly as common ones.
"""

import torch

# A polynomial that brings singular values between 0 and 1 near to 1 when it is applied five times.
LINEAR, CUBIC, QUINTIC = 3.4445, -4.7750, 2.0315
TIMES = 5
STEP_LENGTH = 0.2  # the root of the mean square of a step, about that of AdamW, so that both take one learning rate


def is_matrix(weights):
    """More than one row and column, whatever the shape of a kernel."""
    return weights.dim() >= 2 and min(weights.shape[0], weights.flatten(1).shape[1]) > 1


def levelled(matrix):
    """The matrix with singular values of about one."""
    is_tall = matrix.shape[0] > matrix.shape[1]
    result = matrix.T if is_tall else matrix
    result = result / (result.norm() + 1e-7)
    for _ in range(TIMES):
        square = result @ result.T
        result = LINEAR * result + (CUBIC * square + QUINTIC * square @ square) @ result
    return result.T if is_tall else result


class Levelled(torch.optim.Optimizer):
    """For parameters of which `is_matrix` is true. The momentum has the name that AdamW gives to its own."""

    def __init__(self, parameters, lr, weight_decay, momentum=0.95):
        super().__init__(parameters, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for weights in group["params"]:
                if weights.grad is not None:
                    self.move(weights, group)

    def move(self, weights, group):
        slot = self.state[weights]
        if "exp_avg" not in slot:
            slot["exp_avg"] = torch.zeros_like(weights)
        slot["exp_avg"].lerp_(weights.grad, 1 - group["momentum"])
        ahead = weights.grad.lerp(slot["exp_avg"], group["momentum"])
        change = levelled(ahead.flatten(1))
        length = STEP_LENGTH * max(change.shape) ** 0.5
        weights.mul_(1 - group["lr"] * group["weight_decay"])
        weights.add_(change.view_as(weights), alpha=-group["lr"] * length)
