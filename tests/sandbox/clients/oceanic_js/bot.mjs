// A bot on oceanic.js with the one command that `tests/sandbox/test_outside_clients.py` plays.
import {
  ApplicationCommandOptionTypes,
  ApplicationCommandTypes,
  ButtonStyles,
  Client,
  ComponentTypes,
  InteractionTypes,
  MessageFlags,
  TextInputStyles,
} from "oceanic.js";
import { readFileSync } from "node:fs";

const { BOARD, DISCORD, DISCORD_TOKEN } = process.env;
const client = new Client({
  auth: `Bot ${DISCORD_TOKEN}`,
  gateway: { intents: ["GUILDS"] },
  rest: { baseURL: `${DISCORD}/api/v10` },
});
let depth = 0;

const button = (customID, label, style) => ({ type: ComponentTypes.BUTTON, customID, label, style });
const row = (...components) => ({ type: ComponentTypes.ACTION_ROW, components });
const CONTROLS = [
  row(
    { ...button("anchor", "Anchor", ButtonStyles.PRIMARY), emoji: { id: null, name: "⚓" } },
    button("whisper", "Whisper", ButtonStyles.SECONDARY),
    button("log", "Log", ButtonStyles.SECONDARY),
  ),
  row({
    type: ComponentTypes.STRING_SELECT,
    customID: "cargo",
    placeholder: "Load what?",
    maxValues: 2,
    options: [
      { label: "Rum", value: "rum" },
      { label: "Wool", value: "wool" },
    ],
  }),
];
const LOGBOOK = {
  customID: "logbook",
  title: "Logbook",
  components: [
    {
      type: ComponentTypes.LABEL,
      label: "Entry",
      component: { type: ComponentTypes.TEXT_INPUT, customID: "entry", style: TextInputStyles.SHORT, maxLength: 40 },
    },
  ],
};

client.once("ready", async () => {
  const word = { type: ApplicationCommandOptionTypes.STRING, name: "word", description: "A word", required: true };
  await client.application.bulkEditGlobalCommands([
    { type: ApplicationCommandTypes.CHAT_INPUT, name: "board", description: "Show the board", options: [word] },
  ]);
});

client.on("interactionCreate", async (interaction) => {
  const { data } = interaction;
  if (interaction.type === InteractionTypes.APPLICATION_COMMAND) {
    await interaction.createMessage({
      content: data.options.getString("word"),
      embeds: [{ title: "The board" }],
      components: CONTROLS,
      attachments: [{ id: "0", description: "A blue sea", filename: "board.png" }],
      files: [{ name: "board.png", contents: readFileSync(BOARD), index: 0 }],
    });
  } else if (interaction.type === InteractionTypes.MODAL_SUBMIT) {
    await interaction.createMessage({ content: data.components.getTextInput("entry") });
  } else if (data.componentType === ComponentTypes.STRING_SELECT) {
    await interaction.createMessage({ content: `Loaded ${data.values.getStrings().join(", ")}` });
  } else if (data.customID === "anchor") {
    await interaction.editParent({ content: `Anchored at ${++depth}` });
  } else if (data.customID === "whisper") {
    await interaction.createMessage({ content: "Psst", flags: MessageFlags.EPHEMERAL });
  } else {
    await interaction.createModal(LOGBOOK);
  }
});

client.on("error", (error) => {
  throw error;
});
await client.connect();
