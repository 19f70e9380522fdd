"""Writes and reads the file of a network, as docs/network-format.md lays it down."""

import os
import struct
import zlib

import numpy
import torch

from model import Hexagonal, Shape, folded, made, members_of

MAGIC = b"\x89CWN\r\n\x1a\n"
VERSION = 1


class BadFile(Exception):
    """A file that is no network, or none that this teacher made."""


def weights_in_order(layer):
    """A layer's parameters as the file has them: [tap][in][out] or [in][out], then the biases."""
    if isinstance(layer, Hexagonal):
        return layer.weight.permute(2, 3, 1, 0)[layer.mask.bool()], layer.bias
    return layer.weight.t(), layer.bias


def steps(network):
    """The lines of the text that compute, each with the layer whose weights it uses (or None) and by what these are
    divided: several networks add up their shares of the mean."""
    members = members_of(network)
    for place, member in enumerate(members):
        yield from body_steps(member)
        policy_so_far, value_so_far = ("", "") if place == 0 else (" add=l", " add=v")
        yield "conv l = a taps=1 out=1" + policy_so_far, member.policy, len(members)
        yield "pool p = a", None, 1
        yield f"dense h = p out={member.shape.channels} relu", member.value_inner, 1
        yield "dense v = h out=1" + value_so_far, member.value, len(members)
    yield "policy l", None, 1
    yield "value v", None, 1


def body_steps(network):
    channels = network.shape.channels
    radius = network.shape.border
    yield f"conv a = input taps={3 * radius * (radius + 1) + 1} out={channels} relu", network.stem, 1
    for block in network.blocks:
        yield f"conv b = a taps=7 out={channels} relu", block.first, 1
        if block.shift is not None:
            yield "pool p = b", None, 1
            yield f"dense q = p out={channels}", block.shift, 1
        shift = "" if block.shift is None else " shift=q"
        yield f"conv a = b taps=7 out={channels} relu add=a{shift}", block.second, 1


def text_of(network):
    shape = network.shape
    several = f"{shape.members} networks of " if shape.members > 1 else ""
    lines = [f"game {shape.game}", f"note {several}{shape.blocks} blocks of {shape.channels} channels",
             f"input board planes={shape.planes} border={shape.border}"]
    return "\n".join(lines + [line for line, _, _ in steps(network)]) + "\n"


def weights_of(network):
    parts = [part.detach().reshape(-1) / divisor for _, layer, divisor in steps(network) if layer is not None
             for part in weights_in_order(layer)]
    return torch.cat(parts).numpy().astype("<f4")


def write(network, path):
    """Writes the file under another name first, so that `path` is always whole."""
    network = folded(network)
    text = text_of(network).encode("ascii")
    weights = weights_of(network)
    if not numpy.isfinite(weights).all():
        raise BadFile(f"{path}: not written, some weights are not finite")
    body = text + weights.tobytes()
    header = MAGIC + struct.pack("<IIII", VERSION, len(text), len(weights), zlib.crc32(body))
    with open(path + ".part", "wb") as file:
        file.write(header + body)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".part", path)


def read_parts(path):
    """The text and the weights of a file, whoever made it."""
    with open(path, "rb") as file:
        content = file.read()
    if content[:8] != MAGIC or len(content) < 24:
        raise BadFile(f"{path}: no network, it begins otherwise")
    version, text_length, weight_count, checksum = struct.unpack("<IIII", content[8:24])
    if version != VERSION:
        raise BadFile(f"{path}: version {version}, this teacher reads {VERSION}")
    if len(content) != 24 + text_length + 4 * weight_count or zlib.crc32(content[24:]) != checksum:
        raise BadFile(f"{path}: damaged, its length or checksum is wrong")
    return content[24:24 + text_length].decode("ascii"), numpy.frombuffer(content[24 + text_length:], "<f4")


def shape_in(text, path):
    """The shape of a network whose text this teacher wrote."""
    lines = text.splitlines()
    convolutions = [line for line in lines if " taps=7 " in line]
    try:
        game = lines[0].removeprefix("game ")
        settings = dict(word.split("=") for word in lines[2].split()[2:])
        channels = int(lines[3].split(" out=")[1].split()[0])
        members = sum(line.startswith("conv l ") for line in lines)
        blocks = len(convolutions) // 2 // members
        pooled = tuple(i for i, line in enumerate(convolutions[1:2 * blocks:2]) if line.endswith(" shift=q"))
        return Shape(game, int(settings["planes"]), int(settings["border"]), channels, blocks, pooled, members=members)
    except (ArithmeticError, IndexError, KeyError, ValueError) as problem:
        raise BadFile(f"{path}: a network of another kind than this teacher makes") from problem


def read(path):
    """The network in a file that `write` made; the head that foresees replies begins anew."""
    text, weights = read_parts(path)
    network = made(shape_in(text, path))
    if text_of(network) != text:
        raise BadFile(f"{path}: a network of another kind than this teacher makes")
    weights = torch.from_numpy(weights.copy())
    used = 0
    with torch.no_grad():
        for _, layer, divisor in steps(network):
            if layer is None:
                continue
            for place, part in zip(("weight", "bias"), weights_in_order(layer)):
                values = weights[used:used + part.numel()].reshape(part.shape) * divisor
                used += part.numel()
                fill(layer, place, values)
    if used != len(weights):
        raise BadFile(f"{path}: {len(weights)} weights, its text needs {used}")
    return network


def fill(layer, place, values):
    """Puts numbers in the order of the file into a layer."""
    if place == "bias":
        layer.bias.copy_(values)
    elif isinstance(layer, Hexagonal):
        square = torch.zeros(layer.weight.permute(2, 3, 1, 0).shape)
        square[layer.mask.bool()] = values
        layer.weight.copy_(square.permute(3, 2, 0, 1))
    else:
        layer.weight.copy_(values.t())
