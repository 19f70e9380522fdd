#!/usr/bin/python3
"""Writes what PyTorch computes with a small network on a few boards, for the test of Causeway's own networks.

    fixture.py FOLDER

makes FOLDER/pytorch.cwn and FOLDER/pytorch.txt. The text holds, for each board: its size; the inputs, a line of digits
for each row of each plane, border included; the policy's logits; the value's logit.
"""

import os
import sys

import torch

from export import write
from model import Network, Shape

SIZES = (3, 6, 11)


def small_network():
    """Widths that fill no vector register evenly, and no weight at zero."""
    torch.manual_seed(20)
    network = Network(Shape(planes=3, channels=12, blocks=3, pooled=(1,)))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
    return network


def describe(network, size):
    inputs = torch.randint(0, 2, (1, network.shape.planes, size + 4, size + 4)).float()
    with torch.no_grad():
        policy, value, _ = network(inputs)
    yield str(size)
    for plane in inputs[0].int().tolist():
        yield from ("".join(map(str, row)) for row in plane)
    yield " ".join(f"{logit:.7g}" for logit in policy[0].tolist())
    yield f"{value.item():.7g}"


def main(folder):
    torch.set_num_threads(1)
    network = small_network()
    write(network, os.path.join(folder, "pytorch.cwn"))
    with open(os.path.join(folder, "pytorch.txt"), "w", encoding="ascii") as file:
        for size in SIZES:
            file.writelines(line + "\n" for line in describe(network, size))


if __name__ == "__main__":
    main(sys.argv[1])
