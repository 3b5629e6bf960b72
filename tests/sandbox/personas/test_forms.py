"""Forms with every kind of field, filled in like people do."""

import discord as dpy
import pytest
from discord import ui
from pydantic import ValidationError

from sandbox import ClientRefusalError, Permission, Persona, Refusal, Sandbox
from sandbox.errors import ApiError
from sandbox.office.desk import CallbackForm
from sandbox.office.interactions import AnswerKind, Interaction, InteractionKind, Modal
from sandbox.office.limits import check_modal
from sandbox.personas.invocation import Filling
from sandbox.personas.submission import FieldValue, submit
from sandbox.world.components import FileUpload, ModalForm
from sandbox.world.guilds import User
from tests.sandbox.toy_bot import ToyBot


class Muster(ui.Modal, title="Muster"):
    """A form with checkboxes, and menus of people and places."""

    def __init__(self) -> None:
        super().__init__(custom_id="muster")
        self.rank = ui.RadioGroup[ui.Modal]()
        self.rank.add_option(label="Mate", value="mate")
        self.rank.add_option(label="Cook", value="cook", default=True)
        self.skills = ui.CheckboxGroup[ui.Modal](required=False)
        self.skills.add_option(label="Knots", value="knots")
        self.skills.add_option(label="Songs", value="songs")
        self.sworn = ui.Checkbox[ui.Modal]()
        self.friend = ui.UserSelect[ui.Modal](required=False)
        self.berth = ui.ChannelSelect[ui.Modal](required=False)
        for text, part in (
            ("Rank", self.rank),
            ("Skills", self.skills),
            ("Sworn in", self.sworn),
            ("Friend", self.friend),
            ("Berth", self.berth),
        ):
            self.add_item(ui.Label(text=text, component=part))

    async def on_submit(self, interaction: dpy.Interaction) -> None:
        named = [person.name for person in self.friend.values] + [str(place) for place in self.berth.values]
        written = f"{self.rank.value} {self.skills.values} {self.sworn.value} {named}"
        await interaction.response.send_message(written)


@pytest.fixture
async def muster(bot: ToyBot, ann: Persona) -> Modal:
    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.send_modal(Muster())

    shown = await ann.slash("/chat")
    return (await ann.forge_press("muster", shown.message)).modal


async def test_every_kind_of_field_reaches_the_bot(muster: Modal, ann: Persona, ben: Persona) -> None:
    answers: dict[str, FieldValue] = {
        "Rank": "Mate",
        "Skills": ["songs", "Knots"],
        "Sworn in": True,
        "Friend": ben,
        "Berth": "#harbour",
    }
    assert (await ann.submit(muster, answers)).text == "mate ['songs', 'knots'] True ['ben', 'harbour']"


class Chartroom(ui.Modal, title="Chartroom"):
    """A form with a text to read, files, and menus of people and roles, one of them preselected."""

    def __init__(self, mate: int) -> None:
        super().__init__(custom_id="chartroom")
        self.charts = ui.FileUpload[ui.Modal](max_values=2)
        self.readers = ui.MentionableSelect[ui.Modal](max_values=2, required=False)
        standing = dpy.SelectDefaultValue(id=mate, type=dpy.SelectDefaultValueType.user)
        self.mate = ui.UserSelect[ui.Modal](default_values=[standing])
        self.add_item(ui.TextDisplay("Charts are **kept dry**."))
        self.add_item(ui.Label(text="Charts", component=self.charts))
        self.add_item(ui.Label(text="Readers", component=self.readers))
        self.add_item(ui.Label(text="Mate", component=self.mate))

    async def on_submit(self, interaction: dpy.Interaction) -> None:
        brought = [f"{file.filename} of {file.size} bytes" for file in self.charts.values]
        named = sorted(str(one) for one in (*self.readers.values, *self.mate.values))
        await interaction.response.send_message(f"{brought} {named}")


@pytest.fixture
async def chartroom(bot: ToyBot, ann: Persona, ben: Persona) -> Modal:
    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.send_modal(Chartroom(ben.id))

    shown = await ann.slash("/chat")
    return (await ann.forge_press("chartroom", shown.message)).modal


async def test_files_and_roles_reach_the_bot(chartroom: Modal, discord: Sandbox, ann: Persona) -> None:
    pilots = discord.world.add_role(discord.guild, "Pilots", Permission.NONE)
    answers: dict[str, FieldValue] = {
        "Charts": [ann.upload("north.png", b"x" * 7), ann.upload("south.png", b"x")],
        "Readers": [pilots.mention, ann.mention],
    }
    sent = await ann.submit(chartroom, answers)
    assert sent.text == "['north.png of 7 bytes', 'south.png of 1 bytes'] ['Pilots', 'ann', 'ben']"


async def test_no_or_too_many_files_are_refused(chartroom: Modal, ann: Persona) -> None:
    with pytest.raises(ClientRefusalError, match="'Charts' is required"):
        await ann.submit(chartroom, {})
    three = [ann.upload(f"{number}.png", b"x") for number in range(3)]
    with pytest.raises(ClientRefusalError, match="'Charts' takes 1 to 2, not 3"):
        await ann.submit(chartroom, {"Charts": three})


def test_only_files_of_a_type_that_is_asked_for_are_taken() -> None:
    field = FileUpload.model_validate({"custom_id": "a", "file_types": ["image", ".PDF"]})
    assert [field.takes(name) for name in ("a.JPG", "b.pdf", "c.mp4")] == [True, True, False]
    with pytest.raises(ValidationError):
        FileUpload.model_validate({"custom_id": "a", "file_types": ["pictures"]})


async def test_what_is_left_out_keeps_what_stood_there(muster: Modal, ann: Persona) -> None:
    assert (await ann.submit(muster, {})).text == "cook [] False []"


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        ({"Rank": "Admiral"}, "'Admiral' is not offered; offered are: Mate, Cook"),
        ({"Skills": ["Swimming"]}, "'Swimming' is not offered"),
        ({"Skills": True}, "not a yes or no"),
        ({"Friend": "Zoe"}, "nobody called 'Zoe'"),
        ({"Age": "40"}, "no field Age"),
    ],
)
async def test_an_answer_that_does_not_fit_is_refused(
    muster: Modal, ann: Persona, answers: dict[str, FieldValue], complaint: str
) -> None:
    with pytest.raises(ClientRefusalError, match=complaint):
        await ann.submit(muster, answers)


async def test_a_form_of_a_pressed_message_may_change_that_message(bot: ToyBot, ann: Persona) -> None:
    class Rename(ui.Modal, title="Rename"):
        name: ui.TextInput["Rename"] = ui.TextInput(label="Name")

        async def on_submit(self, interaction: dpy.Interaction) -> None:
            await interaction.response.edit_message(content=f"Now {self.name.value}.")

    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        if interaction.type is dpy.InteractionType.component:
            await interaction.response.send_modal(Rename())

    shown = await ann.slash("/chat")
    opened = await ann.forge_press("rename", shown.message)
    await ann.submit(opened.modal, {"Name": "the Mary"})
    assert shown.text == "Now the Mary."


async def test_a_form_of_a_command_has_no_message_to_change(discord: Sandbox, ann: Persona) -> None:
    desk = discord.service.desk
    sent = desk.open(InteractionKind.MODAL_SUBMIT, ann.user, discord.harbour, {})
    with pytest.raises(ApiError) as refused:
        desk.answer(sent.id, sent.token, CallbackForm(type=AnswerKind.DEFERRED_UPDATE), {})
    assert refused.value.refusal is Refusal.INVALID_FORM_BODY


def labelled(**field: object) -> dict[str, object]:
    return {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "a", "style": 1, **field}}


def menu(custom_id: str = "menu", **more: object) -> dict[str, object]:
    body = {"type": 3, "custom_id": custom_id, "options": [{"label": "Rum", "value": "rum"}], **more}
    return {"type": 18, "label": "Cargo", "component": body}


def row(number: int, **field: object) -> dict[str, object]:
    return {"type": 1, "components": [{"type": 4, "custom_id": f"a{number}", "style": 1, **field}]}


@pytest.mark.parametrize(
    "components",
    [
        [row(number, label="Name") for number in range(6)],
        [labelled(label="Twice")],
        [row(1)],
        [labelled(), labelled()],
        [menu(disabled=True)],
        [menu(min_values=0)],
        [menu(min_values=0, required=True)],
        [{"type": 10, "content": "Read this."}, *[menu(str(number)) for number in range(5)]],
    ],
    ids=[
        "six fields",
        "a label twice",
        "no label",
        "a custom id twice",
        "a disabled menu",
        "a menu of none that is required",
        "a menu of none that is said to be required",
        "five fields and a text",
    ],
)
def test_a_form_beyond_discords_limits_is_refused(components: list[dict[str, object]]) -> None:
    form = ModalForm.model_validate({"custom_id": "form", "title": "Form", "components": components})
    with pytest.raises(ApiError):
        check_modal(form)


def test_a_menu_of_none_need_not_be_required() -> None:
    components = [menu(min_values=0, required=False)]
    check_modal(ModalForm.model_validate({"custom_id": "form", "title": "Form", "components": components}))


@pytest.mark.parametrize(
    "component",
    [
        {"type": 4, "style": 1, "min_length": 5, "max_length": 4},
        {"type": 21, "options": [{"label": "Mate", "value": "mate"}]},
        {"type": 21, "options": [{"label": name, "value": "mate"} for name in ("Mate", "Cook")]},
        {"type": 21, "options": [{"label": v, "value": v, "default": True} for v in ("mate", "cook")]},
        {"type": 22, "options": [{"label": "Knots", "value": "knots"}], "max_values": 2},
        {"type": 22, "options": [{"label": v, "value": v} for v in "abcdefghijk"]},
    ],
    ids=["lengths crossed", "one choice", "a value twice", "two defaults", "more than there are", "eleven"],
)
def test_a_field_beyond_discords_limits_is_refused(component: dict[str, object]) -> None:
    components = [{"type": 18, "label": "Name", "component": {"custom_id": "a", **component}}]
    with pytest.raises(ValidationError):
        ModalForm.model_validate({"custom_id": "form", "title": "Form", "components": components})


async def test_an_older_form_with_labelled_rows_is_filled_in(discord: Sandbox, ann: Persona) -> None:
    form = ModalForm.model_validate(
        {"custom_id": "form", "title": "Form", "components": [row(1, label="Name")]}
    )
    data = submit(
        modal_for(discord, ann.user, form),
        {"Name": "Mary"},
        Filling(discord.world, discord.harbour, ann.user),
    )
    assert data["components"] == [
        {"type": 1, "id": 1, "components": [{"type": 4, "custom_id": "a1", "value": "Mary", "id": 2}]}
    ]


def modal_for(discord: Sandbox, user: User, form: ModalForm) -> Modal:
    opener: Interaction = discord.service.desk.open(InteractionKind.COMMAND, user, discord.harbour, {})
    return Modal(form, opener)
