"""The network: hexagonal convolutions over a board of any size, in residual blocks.

A hexagonal kernel is a square one whose far corners are zero: of 3 x 3 weights 7 count, of 5 x 5 weights 19
(docs/network-format.md draws which). Squares cost a little more arithmetic, but PyTorch has quick code for them.
"""

from dataclasses import asdict, dataclass, replace

import torch
from torch import nn
from torch.nn import functional


NORM_MOMENTUM = 0.02  # of the means and widths that play goes by
# What `causeway selfplay --view` calls so many planes.
VIEWS = {3: "stones", 20: "paths", 31: "connections", 47: "answers"}


@dataclass(frozen=True)
class Shape:
    """Everything that a network's weights do not say."""

    game: str = "hex"
    planes: int = 20
    border: int = 2
    channels: int = 32
    blocks: int = 6
    pooled: tuple = (2, 4)  # the blocks, counted from 0, that are told the means and maxima over the board
    normed: bool = False  # while it learns, convolutions have batch normalisation; the file's are folded
    members: int = 1  # networks of this shape that decide together

    def view(self):
        return VIEWS[self.planes]

    def as_dict(self):
        return asdict(self) | {"pooled": list(self.pooled)}

    @staticmethod
    def from_dict(values):
        return Shape(**{**values, "pooled": tuple(values["pooled"])})


def hexagon(radius):
    """The mask of a square kernel: 1 where the cell is within `radius` steps on the hexagonal board."""
    steps = torch.arange(-radius, radius + 1)
    return ((steps[:, None] + steps[None, :]).abs() <= radius).float()


class Hexagonal(nn.Module):
    """A hexagonal convolution. Over the input it uses the painted border, elsewhere zeros are around the board."""

    def __init__(self, inputs, outputs, radius, padding, scale):
        super().__init__()
        self.padding = padding
        self.register_buffer("mask", hexagon(radius), persistent=False)
        taps = int(self.mask.sum())
        side = 2 * radius + 1
        weight = torch.randn(outputs, inputs, side, side) * scale * (2 / (taps * inputs)) ** 0.5
        self.weight = nn.Parameter(weight * self.mask)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, board):
        weight = (self.weight * self.mask).contiguous(memory_format=torch.channels_last)
        return functional.conv2d(board, weight, self.bias, padding=self.padding)


def pool(board):
    """The means over all cells, then the maxima."""
    maxima = functional.max_pool2d(board, board.shape[2:]).flatten(1)  # quicker to learn through than `amax`
    return torch.cat([board.mean(dim=(2, 3)), maxima], dim=1)


def norm_of(channels, is_normed, scale=1):
    """Brings each channel to a learnt mean and width, over a batch of positions."""
    if not is_normed:
        return nn.Identity()
    norm = nn.BatchNorm2d(channels, momentum=NORM_MOMENTUM)
    nn.init.constant_(norm.weight, scale)
    return norm


class Block(nn.Module):
    """Two convolutions around which the board passes unchanged; a new block changes nothing at all."""

    def __init__(self, channels, is_pooled, is_normed):
        super().__init__()
        self.first = Hexagonal(channels, channels, radius=1, padding=1, scale=1)
        self.first_norm = norm_of(channels, is_normed)
        self.second = Hexagonal(channels, channels, radius=1, padding=1, scale=is_normed)
        self.second_norm = norm_of(channels, is_normed, scale=0)
        self.shift = nn.Linear(2 * channels, channels) if is_pooled else None
        if is_pooled:
            nn.init.zeros_(self.shift.weight)
            nn.init.zeros_(self.shift.bias)

    def forward(self, board):
        inner = functional.relu(self.first_norm(self.first(board)))
        change = self.second_norm(self.second(inner))
        if self.shift is not None:
            change = change + self.shift(pool(inner))[:, :, None, None]
        return functional.relu(board + change)


class Network(nn.Module):
    """Inputs (batch, planes, rows, columns) with the border give logits: policy and reply (batch, cells), value
    (batch). The enemy's reply is foreseen in training only, for what the body learns from it."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        channels = shape.channels
        self.stem = Hexagonal(shape.planes, channels, radius=shape.border, padding=0, scale=1)
        self.stem_norm = norm_of(channels, shape.normed)
        self.blocks = nn.ModuleList(Block(channels, i in shape.pooled, shape.normed) for i in range(shape.blocks))
        self.policy = Hexagonal(channels, 1, radius=0, padding=0, scale=0.1)
        self.reply = Hexagonal(channels, 1, radius=0, padding=0, scale=0.1)
        self.value_inner = nn.Linear(2 * channels, channels)
        self.value = nn.Linear(channels, 1)

    def forward(self, inputs):
        board = self.stem(inputs.float().contiguous(memory_format=torch.channels_last))
        board = functional.relu(self.stem_norm(board))
        for block in self.blocks:
            board = block(board)
        value = self.value(functional.relu(self.value_inner(pool(board))))
        return self.policy(board).flatten(1), value.flatten(), self.reply(board).flatten(1)


class Panel(nn.Module):
    """Networks that learn side by side and decide together: the mean of their logits counts. They err by chance as well
    as together, so that their mean knows more than any of them."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        self.members = nn.ModuleList(Network(replace(shape, members=1)) for _ in range(shape.members))

    def forward(self, inputs):
        opinions = zip(*(member(inputs) for member in self.members))
        return tuple(torch.stack(logits).mean(0) for logits in opinions)


def made(shape):
    return Network(shape) if shape.members == 1 else Panel(shape)


def members_of(network):
    return [network] if network.shape.members == 1 else list(network.members)


def folded(network):
    """The same network without norms: as a finished one plays, each is part of the convolution before it."""
    if not network.shape.normed:
        return network
    plain = made(replace(network.shape, normed=False))
    for member, old in zip(members_of(plain), members_of(network)):
        fold(member, old)
    return plain


def fold(plain, network):
    plain.load_state_dict(network.state_dict(), strict=False)
    pairs = [(plain.stem, network.stem_norm)]
    for block, old in zip(plain.blocks, network.blocks):
        pairs += [(block.first, old.first_norm), (block.second, old.second_norm)]
    with torch.no_grad():
        for layer, norm in pairs:
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            layer.weight.mul_(scale[:, None, None, None])
            layer.bias.copy_((layer.bias - norm.running_mean) * scale + norm.bias)


def averaged(network, inputs):
    """Policy and value logits, averaged over the position and the same turned by half a turn."""
    with torch.no_grad():
        policy, value, _ = network(inputs)
        turned_policy, turned_value, _ = network(inputs.flip(2, 3))
    return (policy + turned_policy.flip(1)) / 2, (value + turned_value) / 2
