"""The galleries of all games."""

from rules.engine.game import View
from tests.render.acrana.scenes import GALLERY as ACRANA
from tests.render.gallery import Gallery
from tests.render.port_flower.scenes import GALLERY as PORT_FLOWER
from tests.render.privateer.scenes import GALLERY as PRIVATEER

GALLERIES: tuple[Gallery[View], ...] = (ACRANA, PORT_FLOWER, PRIVATEER)
