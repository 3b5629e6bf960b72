"""Discord's message and modal components as typed values.

This module has the limits of single fields. The module `limits` checks a complete message or modal.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from sandbox.world.emojis import is_emoji
from sandbox.world.snowflakes import Snowflake
from sandbox.world.text import Trimmed, TrimmedOrAbsent


def _absent_when_null(value: object) -> object:
    return False if value is None else value


Switch = Annotated[bool, BeforeValidator(_absent_when_null)]
"""A boolean for which Discord also accepts null."""

CustomId = Annotated[str, StringConstraints(min_length=1, max_length=100)]

LINK_STYLE = 5
PREMIUM_STYLE = 6


class Sent(BaseModel):
    """The base of everything that the bot sends. Instances never change."""

    model_config = ConfigDict(frozen=True)


class Part(Sent):
    """The base of components. Discord chooses `id` if the bot does not."""

    id: int | None = Field(default=None, ge=0, lt=2**31)


class Emoji(Sent):
    """An emoji on a button or menu option: a Unicode emoji without an id, or one of the application's own."""

    id: Snowflake | None = None
    name: str = Field(max_length=32)
    animated: Switch = False

    @model_validator(mode="after")
    def _exists(self) -> Self:
        if self.id is None and not is_emoji(self.name):
            raise PydanticCustomError("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return self


class Button(Part):
    """A button with a `custom_id`, with the `url` of a link, or with the `sku_id` of a product."""

    type: Literal[2] = 2
    style: Literal[1, 2, 3, 4, 5, 6]
    label: TrimmedOrAbsent = Field(default=None, max_length=80)
    custom_id: CustomId | None = None
    url: str | None = Field(default=None, max_length=512)
    sku_id: Snowflake | None = None
    disabled: Switch = False
    emoji: Emoji | None = None

    @model_validator(mode="after")
    def _has_what_its_style_needs(self) -> Self:
        if self.style == LINK_STYLE and (self.url is None or self.custom_id is not None):
            raise PydanticCustomError("BUTTON_COMPONENT_URL", "A link button has a url and no custom id")
        if self.style < LINK_STYLE and (self.custom_id is None or self.url is not None):
            raise PydanticCustomError("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id required")
        if self.style == PREMIUM_STYLE:
            if self.sku_id is None or self.custom_id or self.label or self.url or self.emoji:
                raise PydanticCustomError("BUTTON_COMPONENT_SKU", "A premium button has a SKU alone")
        elif self.sku_id is not None:
            raise PydanticCustomError("BUTTON_COMPONENT_SKU", "Only a premium button has a SKU")
        elif self.label is None and self.emoji is None:
            raise PydanticCustomError("BUTTON_COMPONENT_LABEL", "A button needs a label or an emoji")
        return self


class Choice(Sent):
    """One option of a string menu, radio group or checkbox group."""

    label: Trimmed = Field(min_length=1, max_length=100)
    value: str = Field(min_length=1, max_length=100)
    description: TrimmedOrAbsent = Field(default=None, max_length=100)
    default: Switch = False
    emoji: Emoji | None = None


class DefaultValue(Sent):
    """A preselected user, role or channel of a menu."""

    id: Snowflake
    type: Literal["user", "role", "channel"]


class _Several(Part):
    custom_id: CustomId
    min_values: int | None = Field(default=None, ge=0, le=25)
    max_values: int | None = Field(default=None, ge=1, le=25)
    required: bool | None = None

    @property
    def fewest(self) -> int:
        """The minimum number of chosen values."""
        return 1 if self.min_values is None else self.min_values

    @property
    def most(self) -> int:
        """The maximum number of chosen values."""
        return 1 if self.max_values is None else self.max_values

    @model_validator(mode="after")
    def _asks_for_a_possible_number(self) -> Self:
        if self.fewest > self.most:
            raise PydanticCustomError("SELECT_COMPONENT_MIN_VALUES", "min_values is above max_values")
        return self


class _Menu(_Several):
    placeholder: Trimmed | None = Field(default=None, max_length=150)
    disabled: Switch = False

    @property
    def chosen_beforehand(self) -> list[str]:
        """The preselected values."""
        return []


class StringMenu(_Menu):
    """A menu of the bot's own options."""

    type: Literal[3] = 3
    options: tuple[Choice, ...] = Field(min_length=1, max_length=25)

    @property
    def chosen_beforehand(self) -> list[str]:
        """The values of the preselected options."""
        return [option.value for option in self.options if option.default]

    @model_validator(mode="after")
    def _options_differ_and_suffice(self) -> Self:
        if self.fewest > len(self.options) or self.most > len(self.options):
            raise PydanticCustomError("SELECT_COMPONENT_MAX_VALUES", "More values asked for than options")
        _check_choices(self.options, self.most)
        return self


class GuildMenu(_Menu):
    """A menu of the guild's people (5), roles (6), people and roles (7), or channels (8)."""

    type: Literal[5, 6, 7, 8]
    channel_types: tuple[int, ...] | None = None
    default_values: tuple[DefaultValue, ...] | None = Field(default=None, max_length=25)

    @property
    def chosen_beforehand(self) -> list[str]:
        """The preselected ids."""
        return [str(value.id) for value in self.default_values or ()]

    @model_validator(mode="after")
    def _chooses_a_possible_number(self) -> Self:
        if self.default_values and not self.fewest <= len(self.default_values) <= self.most:
            raise PydanticCustomError(
                "SELECT_COMPONENT_DEFAULT_VALUES", "As many defaults as can be chosen, or none"
            )
        return self


Menu: TypeAlias = StringMenu | GuildMenu


class ActionRow(Part):
    """A row of up to five buttons, or of one menu."""

    type: Literal[1] = 1
    components: tuple[Annotated[Button | Menu, Field(discriminator="type")], ...] = Field(
        min_length=1, max_length=5
    )

    @model_validator(mode="after")
    def _a_menu_stands_alone(self) -> Self:
        if len(self.components) > 1 and any(isinstance(c, _Menu) for c in self.components):
            raise PydanticCustomError("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu fills its row alone")
        return self


class TextDisplay(Part):
    """A piece of Markdown."""

    type: Literal[10] = 10
    content: str = Field(min_length=1, max_length=4000)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.content.strip():
            raise PydanticCustomError("BASE_TYPE_REQUIRED", "This field is required")
        return self


class Media(Sent):
    """The address of a picture or file. ``attachment://name`` means a file in the request."""

    url: str = Field(max_length=2048, pattern=r"^(attachment|https?)://.+")

    @property
    def filename(self) -> str:
        """The name of the file in the request, if the address means such a file."""
        return self.url.removeprefix("attachment://")


class GalleryItem(Sent):
    """A picture of a gallery with its alt text."""

    media: Media
    description: str | None = Field(default=None, min_length=1, max_length=1024)
    spoiler: Switch = False


class Thumbnail(GalleryItem, Part):
    """A small picture next to a section's text."""

    type: Literal[11] = 11


class Section(Part):
    """Up to three texts with a button or thumbnail next to them."""

    type: Literal[9] = 9
    components: tuple[TextDisplay, ...] = Field(min_length=1, max_length=3)
    accessory: Annotated[Button | Thumbnail, Field(discriminator="type")]


class MediaGallery(Part):
    """One to ten pictures."""

    type: Literal[12] = 12
    items: tuple[GalleryItem, ...] = Field(min_length=1, max_length=10)


class FileLink(Part):
    """An attached file shown for download."""

    type: Literal[13] = 13
    file: Media
    spoiler: Switch = False


class Separator(Part):
    """Vertical space, with or without a line."""

    type: Literal[14] = 14
    divider: Switch = True
    spacing: Literal[1, 2] | None = None


class Container(Part):
    """A framed group with a coloured edge."""

    type: Literal[17] = 17
    components: tuple[
        Annotated[
            ActionRow | TextDisplay | Section | MediaGallery | FileLink | Separator,
            Field(discriminator="type"),
        ],
        ...,
    ] = Field(min_length=1, max_length=40)
    accent_color: int | None = Field(default=None, ge=0, le=0xFFFFFF)
    spoiler: Switch = False


class TextInput(Part):
    """A line or paragraph to be typed in a modal."""

    type: Literal[4] = 4
    custom_id: CustomId
    style: Literal[1, 2]
    label: Trimmed | None = Field(default=None, min_length=1, max_length=45)
    value: str | None = Field(default=None, max_length=4000)
    placeholder: Trimmed | None = Field(default=None, max_length=100)
    required: bool | None = None
    min_length: int | None = Field(default=None, ge=0, le=4000)
    max_length: int | None = Field(default=None, ge=1, le=4000)

    @model_validator(mode="after")
    def _asks_for_a_possible_length(self) -> Self:
        if (self.min_length or 0) > (self.max_length or 4000):
            raise PydanticCustomError("TEXT_INPUT_MIN_LENGTH", "min_length is above max_length")
        return self


class RadioGroup(Part):
    """A choice of one option among two to ten, in a modal."""

    type: Literal[21] = 21
    custom_id: CustomId
    options: tuple[Choice, ...] = Field(min_length=2, max_length=10)
    required: bool | None = None

    @model_validator(mode="after")
    def _one_can_be_chosen(self) -> Self:
        _check_choices(self.options, most=1)
        return self


class CheckboxGroup(_Several):
    """A choice of several options among one to ten, in a modal."""

    type: Literal[22] = 22
    options: tuple[Choice, ...] = Field(min_length=1, max_length=10)

    @property
    def most(self) -> int:
        """The maximum number of ticked boxes."""
        return len(self.options) if self.max_values is None else self.max_values

    @model_validator(mode="after")
    def _so_many_can_be_chosen(self) -> Self:
        if self.most > len(self.options):
            raise PydanticCustomError("CHECKBOX_GROUP_VALUES", "More values asked for than options")
        _check_choices(self.options, self.most)
        return self


_ENDINGS = {
    "image": (".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"),
    "video": (".mp4", ".mov", ".qt", ".webm"),
    "audio": (".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"),
}
"""The file name endings of each group of file types."""

FileType = Annotated[str, StringConstraints(pattern=r"^(image|video|audio|\.[A-Za-z0-9]+)$")]


class FileUpload(_Several):
    """A field for up to ten files, in a modal."""

    type: Literal[19] = 19
    min_values: int | None = Field(default=None, ge=0, le=10)
    max_values: int | None = Field(default=None, ge=1, le=10)
    file_types: tuple[FileType, ...] | None = Field(default=None, max_length=10)

    def takes(self, filename: str) -> bool:
        """Return whether a file of this name has one of the requested types."""
        endings = [ending for kind in self.file_types or () for ending in _ENDINGS.get(kind, (kind.lower(),))]
        return not endings or filename.lower().endswith(tuple(endings))


class Checkbox(Part):
    """A single yes or no, in a modal."""

    type: Literal[23] = 23
    custom_id: CustomId
    default: Switch = False


Input: TypeAlias = TextInput | Menu | FileUpload | RadioGroup | CheckboxGroup | Checkbox
"""The components that a modal's field may have."""


class Label(Part):
    """A field of a modal with its name and explanation."""

    type: Literal[18] = 18
    label: Trimmed = Field(min_length=1, max_length=45)
    description: Trimmed | None = Field(default=None, min_length=1, max_length=100)
    component: Annotated[Input, Field(discriminator="type")]


class InputRow(Part):
    """The older form of a modal's field: a row with one text input, which has its own label."""

    type: Literal[1] = 1
    components: tuple[TextInput, ...] = Field(min_length=1, max_length=1)


MessagePart = Annotated[
    ActionRow | Container | FileLink | MediaGallery | Section | Separator | TextDisplay,
    Field(discriminator="type"),
]
"""The components at the top level of a message."""

ModalPart = Annotated[InputRow | Label | TextDisplay, Field(discriminator="type")]
"""The components at the top level of a modal."""


class ModalForm(Sent):
    """A modal as the bot sends it."""

    custom_id: CustomId
    title: Trimmed = Field(min_length=1, max_length=45)
    components: tuple[ModalPart, ...] = Field(min_length=1, max_length=40)


def _check_choices(options: tuple[Choice, ...], most: int) -> None:
    if len({option.value for option in options}) < len(options):
        raise PydanticCustomError("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Option values must differ")
    if sum(option.default for option in options) > most:
        raise PydanticCustomError("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many defaults")


def emojis_in(parts: Iterable[Part]) -> Iterator[Emoji]:
    """Yield every emoji on the buttons and in the menus of `parts`."""
    for part in walk(parts):
        if isinstance(part, Button) and part.emoji:
            yield part.emoji
        elif isinstance(part, StringMenu):
            yield from (option.emoji for option in part.options if option.emoji)


def media_in(parts: Iterable[Part]) -> Iterator[Media]:
    """Yield every picture and file that `parts` show."""
    for part in walk(parts):
        match part:
            case MediaGallery():
                yield from (item.media for item in part.items)
            case Thumbnail():
                yield part.media
            case FileLink():
                yield part.file


def walk(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield every component of `parts`, each before its nested components."""
    for part in parts:
        yield part
        match part:
            case ActionRow() | Container() | InputRow():
                yield from walk(part.components)
            case Section():
                yield from walk(part.components)
                yield part.accessory
            case Label():
                yield part.component
