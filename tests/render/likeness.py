"""How similar two pictures look, whatever their exact bytes."""

from itertools import accumulate

from PIL import Image, ImageChops, ImageFilter


def unlikeness(first: Image.Image, second: Image.Image) -> tuple[float, int]:
    """Compare images of one size: the mean difference, and the difference that 1 pixel in 1,000 exceeds.

    Differences are in grey steps of 0..255, after a blur that ignores shifts by a pixel.
    """
    blurred = [image.convert("RGB").filter(ImageFilter.GaussianBlur(1)) for image in (first, second)]
    channels = ImageChops.difference(*blurred).split()
    counts = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2]).histogram()
    total = sum(counts)
    mean = sum(step * count for step, count in enumerate(counts)) / total
    rare = next(step for step, seen in enumerate(accumulate(counts)) if seen >= total * 0.999)
    return mean, rare
