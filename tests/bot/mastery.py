"""What a game master does with `/gm`: choose a task, fill in its form and send it."""

from collections.abc import Mapping

from sandbox import Channel, Persona, Reply, ReplyKind
from sandbox.office.interactions import Modal
from sandbox.personas.submission import FieldValue
from sandbox.world.components import StringMenu, TextInput


async def master(person: Persona, task: str, place: Channel | None = None, /, **values: object) -> Reply:
    """Carry out a game master's task. A task without a form is answered immediately."""
    opened = await person.slash("/gm", channel=place, options={"task": task})
    if "to" in values and opened.kind is not ReplyKind.MODAL and task in {"undo", "redo"}:
        page = (await opened.settled()).message
        if not page.buttons:
            return opened
        opened = await person.press(page, "Find an older one…")
    if opened.kind is not ReplyKind.MODAL:
        return opened
    return await person.submit(opened.modal, filled(opened.modal, values))


def filled(form: Modal, values: Mapping[str, object]) -> dict[str, FieldValue]:
    """Return the values in the types of the form's fields. A player is given by name, seat or id."""
    menus = {field.input.custom_id: field.input for field in form.fields}
    # Text fields are emptied, because a refused task may have left values in them.
    blank: dict[str, FieldValue] = {
        name: "" for name, field in menus.items() if isinstance(field, TextInput) and not field.required
    }
    return blank | {name: _as_taken(menus.get(name), value) for name, value in values.items()}


def _as_taken(field: object, value: object) -> FieldValue:
    if isinstance(value, bool):
        return value
    text = str(getattr(value, "id", value))
    if isinstance(field, StringMenu):
        for option in field.options:
            named = option.label.partition(". ")[2] or option.label.partition(": ")[2]
            if text in {option.value, option.label, named, option.value.partition(":")[0]}:
                return option.value
    return text
