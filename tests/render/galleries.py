"""The galleries of all games."""

from rules.engine.game import View
from tests.render.acrana.scenes import GALLERY as ACRANA
from tests.render.dangerous_sea.scenes import GALLERY as DANGEROUS_SEA
from tests.render.gallery import Gallery
from tests.render.kraken_bay.scenes import GALLERY as KRAKEN_BAY
from tests.render.port_flower.scenes import GALLERY as PORT_FLOWER
from tests.render.privateer.scenes import GALLERY as PRIVATEER

GALLERIES: tuple[Gallery[View], ...] = (ACRANA, DANGEROUS_SEA, KRAKEN_BAY, PORT_FLOWER, PRIVATEER)
