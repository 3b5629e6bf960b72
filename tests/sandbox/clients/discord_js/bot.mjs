// A bot on discord.js with the one command that `tests/sandbox/test_outside_clients.py` plays.
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";
import { readFileSync } from "node:fs";

const { BOARD, DISCORD, DISCORD_TOKEN } = process.env;
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${DISCORD}/api`, version: "10" } });
let depth = 0;

const buttons = () =>
  new ActionRowBuilder().addComponents(
    new ButtonBuilder({ customId: "anchor", label: "Anchor", style: ButtonStyle.Primary, emoji: "⚓" }),
    new ButtonBuilder({ customId: "whisper", label: "Whisper", style: ButtonStyle.Secondary }),
    new ButtonBuilder({ customId: "log", label: "Log", style: ButtonStyle.Secondary }),
  );
const cargo = () =>
  new ActionRowBuilder().addComponents(
    new StringSelectMenuBuilder({ customId: "cargo", placeholder: "Load what?", maxValues: 2 }).addOptions(
      { label: "Rum", value: "rum" },
      { label: "Wool", value: "wool" },
    ),
  );
const logbook = () =>
  new ModalBuilder({ customId: "logbook", title: "Logbook" }).addLabelComponents(
    new LabelBuilder()
      .setLabel("Entry")
      .setTextInputComponent(new TextInputBuilder({ customId: "entry", style: TextInputStyle.Short, maxLength: 40 })),
  );

client.once(Events.ClientReady, async () => {
  const board = new SlashCommandBuilder().setName("board").setDescription("Show the board");
  board.addStringOption((option) => option.setName("word").setDescription("A word").setRequired(true));
  await client.application.commands.set([board]);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    await interaction.reply({
      content: interaction.options.getString("word"),
      embeds: [new EmbedBuilder({ title: "The board" })],
      components: [buttons(), cargo()],
      files: [{ attachment: readFileSync(BOARD), name: "board.png", description: "A blue sea" }],
    });
  } else if (interaction.isModalSubmit()) {
    await interaction.reply(interaction.fields.getTextInputValue("entry"));
  } else if (interaction.isStringSelectMenu()) {
    await interaction.reply(`Loaded ${interaction.values.join(", ")}`);
  } else if (interaction.customId === "anchor") {
    await interaction.update(`Anchored at ${++depth}`);
  } else if (interaction.customId === "whisper") {
    await interaction.reply({ content: "Psst", flags: MessageFlags.Ephemeral });
  } else {
    await interaction.showModal(logbook());
  }
});

await client.login(DISCORD_TOKEN);
