// Discord's Markdown: first a tree of plain objects, then elements made from the tree.

import { el } from "./dom.js";
import { emojiElement, emojiText } from "./emoji.js";
import { timeElement } from "./timestamps.js";

// --- blocks ---------------------------------------------------------------------------------------

const FENCE = /```(?:([\w+.#-]+)\n)?\n*([\s\S]*?)\n*```/;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SMALL = /^-# +(\S.*)$/;
const QUOTE = /^> (.*)$/;
const QUOTE_ALL = /^>>> /;
const ITEM = /^( *)([-*]|\d{1,10}\.) +(\S.*)$/;

/** Parse a text into blocks: heading, small, quote, list, code and text. */
export function parse(text) {
  const fence = FENCE.exec(text);
  if (!fence) return parseLines(text.split("\n"));
  const before = text.slice(0, fence.index).replace(/\n$/, "");
  const after = text.slice(fence.index + fence[0].length).replace(/^\n/, "");
  return [
    ...(before ? parseLines(before.split("\n")) : []),
    { type: "code", language: fence[1] ?? "", text: fence[2] },
    ...(after ? parse(after) : []),
  ];
}

function parseLines(lines) {
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    const [block, used] = parseBlock(lines, at);
    const last = blocks.at(-1);
    if (block.type === "text" && last?.type === "text") last.lines.push(...block.lines);
    else blocks.push(block);
    at += used;
  }
  return blocks;
}

function parseBlock(lines, at) {
  const line = lines[at];
  const heading = HEADING.exec(line);
  if (heading) return [{ type: "heading", level: heading[1].length, text: heading[2] }, 1];
  const small = SMALL.exec(line);
  if (small) return [{ type: "small", text: small[1] }, 1];
  if (QUOTE_ALL.test(line)) {
    const rest = lines.slice(at);
    return [
      { type: "quote", blocks: parseLines([line.replace(QUOTE_ALL, ""), ...rest.slice(1)]) },
      rest.length,
    ];
  }
  if (QUOTE.test(line)) {
    const quoted = takeWhile(lines, at, (each) => QUOTE.test(each));
    return [{ type: "quote", blocks: parseLines(quoted.map((each) => QUOTE.exec(each)[1])) }, quoted.length];
  }
  if (ITEM.test(line)) {
    const [, indent, mark] = ITEM.exec(line);
    // A number after bullets at the same depth begins another list.
    const goesOn = (item) =>
      item !== null && (item[1].length > indent.length || isNumber(item[2]) === isNumber(mark));
    const items = takeWhile(lines, at, (each) => goesOn(ITEM.exec(each)));
    return [listOf(items.map((each) => ITEM.exec(each))), items.length];
  }
  return [{ type: "text", lines: [line] }, 1];
}

function isNumber(mark) {
  return /\d/.test(mark);
}

function takeWhile(lines, at, holds) {
  const end = lines.findIndex((line, index) => index >= at && !holds(line));
  return lines.slice(at, end < 0 ? lines.length : end);
}

function listOf(matches) {
  const indent = matches[0][1].length;
  const ordered = isNumber(matches[0][2]);
  const list = { type: "list", ordered, start: ordered ? parseInt(matches[0][2], 10) : 1, items: [] };
  let at = 0;
  while (at < matches.length) {
    if (matches[at][1].length > indent && list.items.length) {
      const nested = takeWhile(matches, at, (match) => match[1].length > indent);
      list.items.at(-1).nested = listOf(nested);
      at += nested.length;
    } else {
      list.items.push({ text: matches[at][3], nested: null });
      at += 1;
    }
  }
  return list;
}

// --- inline ---------------------------------------------------------------------------------------

// Sticky patterns, in the order in which they are tried. The function next to a pattern makes a node of a match.
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (m) => ({ type: "text", text: m[1] })],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => ({ type: "inline-code", text: m[2].replace(/^ (.*) $/s, "$1") })],
  [/<@!?(\d+)>/y, (m) => ({ type: "user", id: m[1] })],
  [/<@&(\d+)>/y, (m) => ({ type: "role", id: m[1] })],
  [/<#(\d+)>/y, (m) => ({ type: "channel", id: m[1] })],
  [/<\/([-\w' ]+):(\d+)>/y, (m) => ({ type: "command", name: m[1] })],
  [/<t:(-?\d{1,12})(?::([tTdDfFR]))?>/y, (m) => ({ type: "time", seconds: Number(m[1]), style: m[2] })],
  [/<a?:(\w+):(\d+)>/y, (m) => ({ type: "emoji", name: m[1], id: m[2] })],
  [/@(?:everyone|here)\b/y, (m) => ({ type: "everyone", text: m[0] })],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m) => ({ type: "link", url: m[2], nodes: inline(m[1]) })],
  [/<?(https?:\/\/[^\s<>]*[^\s<>.,:;!?)'"])>?/y, (m) => ({ type: "link", url: m[1], nodes: [text(m[1])] })],
  [/\|\|([\s\S]+?)\|\|/y, (m) => ({ type: "spoiler", nodes: inline(m[1]) })],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, (m) => ({ type: "strong", nodes: inline(m[1]) })],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, (m) => ({ type: "underline", nodes: inline(m[1]) })],
  [/~~([\s\S]+?)~~/y, (m) => ({ type: "strike", nodes: inline(m[1]) })],
  [/_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, (m) => ({ type: "emphasis", nodes: inline(m[1]) })],
  [
    /\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:[^*\s]|\*\*)|[^\s*\\])+?)\*(?!\*)/y,
    (m) => ({ type: "emphasis", nodes: inline(m[1]) }),
  ],
];

function text(content) {
  return { type: "text", text: content };
}

/** Parse the inside of a line: emphasis, code, mentions, times, links, spoilers. */
export function inline(source) {
  const nodes = [];
  let at = 0;
  while (at < source.length) {
    const [node, length] = token(source, at) ?? [text(source[at]), 1];
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    at += length;
  }
  return nodes;
}

function token(source, at) {
  for (const [pattern, make] of INLINE) {
    // An underscore within a word, as in file_name, emphasises nothing.
    if (source[at] === "_" && at > 0 && /\w/.test(source[at - 1])) return null;
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) return [make(match), match[0].length];
  }
  return null;
}

/** Return a text as it would be read aloud: without marks, and with names instead of mentions. */
export function plain(source, names) {
  const words = (nodes) =>
    nodes
      .map((node) => {
        if (node.type === "user") return names.user(node.id);
        if (node.type === "role") return names.role(node.id);
        if (node.type === "channel") return names.channel(node.id);
        if (node.type === "command") return `/${node.name}`;
        if (node.type === "emoji") return emojiText(node);
        if (node.type === "spoiler") return "spoiler";
        if (node.type === "time") return timeElement(node.seconds, node.style).textContent;
        return node.nodes ? words(node.nodes) : node.text;
      })
      .join("");
  return words(inline(source.replace(/^(?:#{1,3}|-#|>|-) /gm, "")));
}

// --- elements -------------------------------------------------------------------------------------

/** Make the elements of a text. `names` has names by id, `me` (the reader's id), and the targets of mentions. */
export function render(source, names) {
  const fragment = document.createDocumentFragment();
  fragment.append(...parse(source).map((block) => blockElement(block, names)));
  return fragment;
}

function blockElement(block, names) {
  switch (block.type) {
    case "heading":
      // The page's own heading is the channel, so headings in messages begin at a lower level.
      return el(
        `h${block.level + 2}`,
        { class: `md-h${block.level}` },
        inlineElements(inline(block.text), names),
      );
    case "small":
      return el("p", { class: "md-small" }, inlineElements(inline(block.text), names));
    case "quote":
      return el(
        "blockquote",
        {},
        block.blocks.map((inner) => blockElement(inner, names)),
      );
    case "code":
      return el("pre", { tabindex: "0" }, el("code", {}, block.text));
    case "list":
      return listElement(block, names);
    default:
      return el("p", {}, inlineElements(inline(block.lines.join("\n")), names));
  }
}

function listElement(list, names) {
  const items = list.items.map((item) =>
    el("li", {}, inlineElements(inline(item.text), names), item.nested && listElement(item.nested, names)),
  );
  return list.ordered ? el("ol", { start: list.start }, items) : el("ul", {}, items);
}

function inlineElements(nodes, names) {
  return nodes.map((node) => inlineElement(node, names));
}

const TAGS = { strong: "strong", emphasis: "em", underline: "u", strike: "s" };

function inlineElement(node, names) {
  switch (node.type) {
    case "text":
      return document.createTextNode(node.text);
    case "inline-code":
      return el("code", {}, node.text);
    case "user":
      return el(
        "span",
        { class: node.id === names.me ? "mention me" : "mention" },
        `@${names.user(node.id)}`,
      );
    case "role":
      return el("span", { class: "mention" }, `@${names.role(node.id)}`);
    case "everyone":
      return el("span", { class: "mention me" }, node.text);
    case "channel":
      return el(
        "button",
        { type: "button", class: "mention", onclick: () => names.open(node.id) },
        `#${names.channel(node.id)}`,
      );
    case "command":
      return el(
        "button",
        { type: "button", class: "mention", onclick: () => names.write(`/${node.name} `) },
        `/${node.name}`,
      );
    case "emoji":
      return emojiElement(node);
    case "time":
      return el("span", { class: "moment" }, timeElement(node.seconds, node.style));
    case "link":
      // A link is only shown, because the page never leads out of the sandbox.
      return el("span", { class: "link", title: node.url }, inlineElements(node.nodes, names));
    case "spoiler":
      return spoiler(inlineElements(node.nodes, names));
    default:
      return el(TAGS[node.type], {}, inlineElements(node.nodes, names));
  }
}

function spoiler(content) {
  const inner = el("span", { "aria-hidden": "true" }, content);
  const cover = el(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler: show it" },
    inner,
  );
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    cover.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", reveal);
  return cover;
}
