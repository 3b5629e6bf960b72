import asyncio
from collections.abc import Mapping, Sequence

from sandbox.errors import SandboxError
from sandbox.office.interactions import Interaction, InteractionKind, Modal, Outcome
from sandbox.office.posting import MessageForm, Upload
from sandbox.personas.invocation import ClientRefusalError, Filling, OptionValue, understand
from sandbox.personas.reply import SAFETY_SECONDS, Reply
from sandbox.personas.submission import FieldValue, Pick, picked, submit
from sandbox.service import Service
from sandbox.world.channels import WITHOUT_MESSAGES, Attachment, Channel, CommandUse, Message, Thread
from sandbox.world.commands import Command, CommandKind, OptionType, Value, said_of_member, said_of_place
from sandbox.world.components import LINK_STYLE, Button, Menu
from sandbox.world.emojis import MARK
from sandbox.world.guilds import Guild, User
from sandbox.world.permissions import Permission


class Persona:
    """A person, created with `Sandbox.persona`. By default, a person acts in the channel `home`."""

    def __init__(self, service: Service, user: User, home: Channel) -> None:
        self._service = service
        self.user = user
        self.home = home
        self._standing: dict[tuple[int, str], tuple[Menu, list[str]]] = {}
        """The menus that this person has used, with their current values, by message and custom id."""

    def __repr__(self) -> str:
        return f"<Persona {self.user.name}>"

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.user.name

    @property
    def id(self) -> int:
        """The user id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """The text that mentions this person."""
        return self.user.mention

    # --- what they see ---

    def can_see(self, channel: Channel) -> bool:
        """Return whether this person sees `channel`. Nobody sees a channel during an outage of its guild."""
        if channel.guild and channel.guild.unavailable:
            return False
        return Permission.VIEW_CHANNEL in channel.permissions_of(self.user)

    def channels(self) -> list[Channel]:
        """Return the channels, threads and private conversations that this person can open."""
        return [c for c in self._service.world.channels.values() if self.can_see(c)]

    def sees(self, channel: Channel | None = None) -> list[Message]:
        """Return the messages of `channel` that this person sees, including their private messages."""
        place = channel or self.home
        if not self.can_see(place):
            return []
        shown = [m for m in place.messages.values() if self.can_read(m)]
        return sorted(shown, key=lambda message: message.id)

    def can_read(self, message: Message) -> bool:
        """Return whether `message` is visible to this person in its channel."""
        hidden = message.only_for is not None and message.only_for is not self.user
        return not hidden and not message.deleted and self.can_see(message.channel)

    def private_channel(self) -> Channel:
        """Return this person's conversation with the bot."""
        return self._service.world.private_channel(self.user)

    def commands(
        self, channel: Channel | None = None, kind: CommandKind = CommandKind.SLASH
    ) -> list[Command]:
        """Return the commands of the type `kind` that `channel` offers this person, first the guild's own."""
        place = channel or self.home
        world = self._service.world
        if place.guild is None:
            return [c for c in world.commands_for(None) if c.type is kind and c.offered_in_dms()]
        if not place.guild.has_commands or place.guild.unavailable:
            return []
        if Permission.USE_APPLICATION_COMMANDS not in place.permissions_of(self.user):
            return []
        registered = [c for c in world.commands_for(None) if c.offered_in_guilds()]
        of_all = [*world.commands_for(place.guild), *registered]
        return [c for c in of_all if c.type is kind and self._may_use(c, place, place.guild)]

    def apps(self, target: Message | User, channel: Channel | None = None) -> list[Command]:
        """Return the apps for a person in `channel`, or for a message that is neither private nor loading."""
        if isinstance(target, User):
            return self.commands(channel, CommandKind.USER)
        if target.ephemeral or target.loading or not self.can_read(target):
            return []
        return self.commands(target.channel, CommandKind.MESSAGE)

    # --- what they do ---

    async def slash(
        self,
        line: str,
        /,
        *,
        channel: Channel | None = None,
        options: Mapping[str, OptionValue] | None = None,
        **values: OptionValue,
    ) -> Reply:
        """Send a slash command, such as ``slash("/play", game="port_flower")``, and wait for the answer.

        `options` are the options whose names cannot be Python arguments, or that are called ``channel``.
        Raises ClientRefusalError if Discord's client would not offer or send the command.
        """
        place = channel or self.home
        invocation = understand(line, self._offered(place))
        filling = self._filling(place)
        filled = filling.fill(invocation, {**(options or {}), **values})
        data = invocation.data(filled, filling.resolved)
        return Reply(
            await self._do(InteractionKind.COMMAND, place, data, command=CommandUse(invocation.name))
        )

    async def use(self, name: str, target: Message | User, *, channel: Channel | None = None) -> Reply:
        """Use an app on a message or a person. Raises ClientRefusalError if Discord does not offer it."""
        place = target.channel if isinstance(target, Message) else channel or self.home
        self._offered(place)
        offered = {command.name: command for command in self.apps(target, place)}
        if name not in offered:
            there = ", ".join(offered) or "none"
            raise ClientRefusalError(f"no app {name!r} is offered there; offered are: {there}")
        if isinstance(target, User) and not self._may_write(place):
            raise ClientRefusalError(f"who may not write in #{place.name} has no use for the apps of people")
        data = self._filling(place).aimed(offered[name], target)
        return Reply(await self._do(InteractionKind.COMMAND, place, data, command=CommandUse(name, target)))

    async def complete(
        self,
        line: str,
        /,
        *,
        focused: str,
        channel: Channel | None = None,
        options: Mapping[str, OptionValue] | None = None,
        **values: OptionValue,
    ) -> list[tuple[str, Value]]:
        """Ask for suggestions for the option `focused`.

        The person has typed `options` and `values` so far. Return the visible name and the value of each
        suggested choice. Raises ClientRefusalError if the command or an option is not offered or has no
        autocompletion, and SandboxError if the bot does not answer or suggests unfit values.
        """
        place = channel or self.home
        invocation = understand(line, self._offered(place))
        if not invocation.option(focused).autocomplete:
            raise ClientRefusalError(f"the option {focused!r} of /{invocation.name} does not complete itself")
        given = {focused: "", **(options or {}), **values}
        filling = self._filling(place)
        filled = [
            filling.typed(option, value) if name == focused else filling.one(option, value)
            for name, value in given.items()
            for option in [invocation.option(name)]
        ]
        data = invocation.data(filled, filling.resolved)
        use = CommandUse(invocation.name)
        interaction = await self._do(InteractionKind.AUTOCOMPLETE, place, data, command=use)
        if interaction.outcome is Outcome.FAILED:
            raise SandboxError(f"the bot did not complete {focused!r} in time")
        fitting = str if invocation.option(focused).type is OptionType.STRING else int | float
        wrong = [choice.value for choice in interaction.choices if not isinstance(choice.value, fitting)]
        if wrong:
            raise SandboxError(f"the bot offered for {focused!r} what it does not take: {wrong}")
        return [(choice.name, choice.value) for choice in interaction.choices]

    async def press(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None
    ) -> Reply:
        """Press the button with this label or custom id. Raises ClientRefusalError if that is impossible."""
        button = self._button(message, label, custom_id)
        if button.disabled or button.style == LINK_STYLE or button.custom_id is None:
            raise ClientRefusalError(f"the button {button.label!r} cannot be pressed")
        return await self.forge_press(button.custom_id, message)

    async def choose(
        self, message: Message, *chosen: Pick, placeholder: str | None = None, custom_id: str | None = None
    ) -> Reply:
        """Choose in a menu by values, labels or people, and wait for the answer.

        `placeholder` or `custom_id` selects the menu if the message has several. As on desktops, the choice
        stays in the menu until an edit changes the menu. On phones, any edit empties the menu. Raises
        ClientRefusalError if this person sees no such menu, or if the menu is disabled, does not offer the
        choice, or shows the choice already, because clients report only changes.
        """
        menu = self._menu(message, placeholder, custom_id)
        if menu.disabled:
            raise ClientRefusalError(f"the menu {menu.placeholder!r} is disabled")
        filling = self._filling(message.channel)
        values = picked(menu, chosen, filling)
        place = message.id, menu.custom_id
        used, standing = self._standing.get(place, (menu, menu.chosen_beforehand))
        if used == menu and set(standing) == set(values):
            raise ClientRefusalError(f"{', '.join(values)} is chosen already in {menu.placeholder!r}")
        self._standing[place] = menu, values
        data: dict[str, object] = {"custom_id": menu.custom_id, "component_type": menu.type, "values": values}
        if filling.resolved:
            data["resolved"] = filling.resolved
        interaction = await self._do(InteractionKind.COMPONENT, message.channel, data, message=message)
        if interaction.outcome is Outcome.FAILED:
            self._standing.pop(place, None)
        return Reply(interaction)

    def look_away(self) -> None:
        """Empty all menus, as Discord's client does when it restarts or opens another channel."""
        self._standing.clear()

    async def submit(self, modal: Modal, answers: Mapping[str, FieldValue]) -> Reply:
        """Fill in and send a form. `answers` maps labels or custom ids to values. Other fields keep theirs.

        Raises ClientRefusalError if the form was opened for somebody else, or if an answer does not fit.
        """
        opener = modal.opened_by
        if opener.user is not self.user:
            raise ClientRefusalError(f"the form {modal.form.title!r} was opened for {opener.user.name}")
        data = submit(modal, answers, self._filling(opener.channel))
        kind = InteractionKind.MODAL_SUBMIT
        return Reply(await self._do(kind, opener.channel, data, message=opener.message, opener=opener))

    def upload(self, filename: str, data: bytes, channel: Channel | None = None) -> Attachment:
        """Upload a file for a form in `channel`."""
        kind = "application/octet-stream"
        place = channel or self.home
        attachment = self._service.postmaster.attach(place, Upload(filename, data, kind))
        self._service.world.keep([attachment])
        return attachment

    async def forge_press(
        self, custom_id: str, message: Message, *, component_type: int = 2, values: Sequence[str] = ()
    ) -> Reply:
        """Send a press with any custom id and any values, even if Discord's client would not send it."""
        data: dict[str, object] = {"custom_id": custom_id, "component_type": component_type}
        if component_type != 2:
            data["values"] = list(values)
        return Reply(await self._do(InteractionKind.COMPONENT, message.channel, data, message=message))

    async def say(self, text: str, channel: Channel | None = None) -> Message:
        """Write a message and reopen an archived thread. Raises ClientRefusalError if the person may not."""
        place = channel or self.home
        if place.kind in WITHOUT_MESSAGES:
            raise ClientRefusalError(f"nobody can write in #{place.name} but in its threads")
        if not self._may_write(place):
            raise ClientRefusalError(f"{self.name} may not write in #{place.name}")
        if isinstance(place, Thread):
            self._service.world.set_archived(place, archived=False)
        draft = self._service.postmaster.draft(place, self.user)
        # People cannot use the application's emojis.
        content = MARK.sub(r":\2:", text)
        return self._service.postmaster.create(draft, MessageForm(content=content), {})

    # --- how ---

    def _may_write(self, place: Channel) -> bool:
        held = place.permissions_of(self.user)
        if not isinstance(place, Thread):
            return Permission.SEND_MESSAGES in held
        shut = place.locked and Permission.MANAGE_THREADS not in held
        return Permission.SEND_MESSAGES_IN_THREADS in held and not shut

    def _may_use(self, command: Command, place: Channel, guild: Guild) -> bool:
        held = place.permissions_of(self.user)
        if Permission.ADMINISTRATOR in held:
            return True
        rights = self._service.world.rights_about(guild, command)
        whole = place.parent if isinstance(place, Thread) else place
        if said_of_place(rights, guild.id, whole.id) is False:
            return False
        roles = [role.id for role in guild.members[self.user.id].roles]
        said = said_of_member(rights, guild.id, self.user.id, roles)
        return command.offered_to(held) if said is None else said

    def _offered(self, place: Channel) -> list[Command]:
        if not self.can_see(place):
            raise ClientRefusalError(f"{self.name} cannot open #{place.name}")
        shut = isinstance(place, Thread) and place.locked
        if shut and Permission.MANAGE_THREADS not in place.permissions_of(self.user):
            raise ClientRefusalError(f"the thread {place.name!r} is locked")
        return self.commands(place)

    def _filling(self, place: Channel) -> Filling:
        return Filling(self._service.world, place, self.user)

    def _button(self, message: Message, label: str | None, custom_id: str | None) -> Button:
        self._look_at(message)
        for button in message.buttons:
            if custom_id is not None and button.custom_id == custom_id:
                return button
            if custom_id is None and label is not None and button.label == label:
                return button
        there = ", ".join(repr(button.label) for button in message.buttons) or "none"
        raise ClientRefusalError(f"there is no button {label or custom_id!r}; there are: {there}")

    def _menu(self, message: Message, placeholder: str | None, custom_id: str | None) -> Menu:
        self._look_at(message)
        fitting = [
            menu
            for menu in message.menus
            if (placeholder is None or menu.placeholder == placeholder)
            and (custom_id is None or menu.custom_id == custom_id)
        ]
        if len(fitting) != 1:
            there = ", ".join(repr(menu.placeholder) for menu in message.menus) or "none"
            raise ClientRefusalError(
                f"{len(fitting)} menus fit {placeholder or custom_id!r}; there are: {there}"
            )
        return fitting[0]

    def _look_at(self, message: Message) -> None:
        if not self.can_read(message):
            raise ClientRefusalError(f"{self.name} does not see this message")
        if isinstance(message.channel, Thread) and message.channel.locked:
            raise ClientRefusalError(f"nothing can be pressed in the locked thread {message.channel.name!r}")

    async def _do(
        self,
        kind: InteractionKind,
        place: Channel,
        data: dict[str, object],
        *,
        message: Message | None = None,
        command: CommandUse | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        interaction = self._service.desk.open(
            kind, self.user, place, data, message=message, command=command, opener=opener
        )
        self._service.gateway.send_interaction(interaction)
        try:
            await asyncio.wait_for(interaction.decided.wait(), SAFETY_SECONDS)
        except TimeoutError:
            raise SandboxError(f"the bot never answered what {self.name} did") from None
        return interaction
