// Forms of the bot, each in a dialog.

import { el, freshId, icon } from "./dom.js";
import { render as markdown } from "./markdown.js";
import { select } from "./select.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const FILES = 19;
const RADIOS = 21;
const CHECKBOXES = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;
const LARGEST_FILE = 10 * 1024 * 1024;

/** Show a form. `send(answers)` returns a problem or null. `onclose` is called when the form closes. */
export function openForm(form, { names, send, onclose }) {
  const fields = [];
  const parts = form.components.map((part) => partElement(part, fields, names));
  const problem = el("p", { class: "field-error", role: "alert" });
  const submit = el("button", { type: "submit", class: "btn primary" }, "Send");
  const title = freshId("form");
  const body = el(
    "form",
    { novalidate: true },
    el(
      "header",
      {},
      el("h2", { id: title }, form.title),
      el(
        "button",
        { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() },
        icon("close"),
      ),
    ),
    el("div", { class: "form-fields" }, parts, problem),
    el(
      "footer",
      {},
      el("button", { type: "button", class: "btn secondary", onclick: () => dialog.close() }, "Cancel"),
      submit,
    ),
  );
  const dialog = el("dialog", { class: "form", "aria-labelledby": title }, body);

  body.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    submit.disabled = true;
    const answers = await Promise.all(fields.map(async (field) => [field.id, await field.value()]));
    problem.textContent = (await send(Object.fromEntries(answers))) ?? "";
    submit.disabled = false;
    if (!problem.textContent) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose();
  });
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
  return dialog;
}

function partElement(part, fields, names) {
  switch (part.type) {
    case TEXT:
      return el("div", { class: "md" }, markdown(part.content, names));
    case LABEL:
      return fieldElement(part.component, part.label, part.description, fields, names);
    case ROW:
      return part.components.map((input) => fieldElement(input, input.label, null, fields, names));
    default:
      return el("p", { class: "absent" }, `(a part of type ${part.type})`);
  }
}

function fieldElement(input, label, description, fields, names) {
  const ids = { label: freshId("label"), hint: freshId("hint"), error: freshId("error") };
  const error = el("p", { class: "field-error", id: ids.error, role: "status" });
  const required = input.type !== CHECKBOX && input.required !== false;
  const field = fieldOf(input, ids, names);
  const check = () => {
    error.textContent = field.problem(required) ?? "";
    field.control.setAttribute("aria-invalid", String(error.textContent !== ""));
    return error.textContent === "";
  };
  // A wrong answer is checked again at each change.
  field.element.addEventListener("input", () => error.textContent !== "" && check());
  fields.push({ id: input.custom_id, value: field.value, focus: () => field.control.focus(), check });
  return el(
    "div",
    { class: "form-field" },
    el(
      "label",
      { id: ids.label, for: field.control.id },
      label,
      required && el("span", { class: "required", title: "required" }, " *"),
    ),
    description && el("p", { class: "field-hint", id: ids.hint }, description),
    field.element,
    error,
  );
}

/** Return {element, control, value(), problem(required)} of a field. `control` is the part with the focus. */
function fieldOf(input, ids, names) {
  switch (input.type) {
    case TEXT_INPUT:
      return textField(input, ids);
    case RADIOS:
      return boxesField(input, ids, "radio");
    case CHECKBOXES:
      return boxesField(input, ids, "checkbox");
    case FILES:
      return filesField(input, ids);
    case CHECKBOX: {
      const box = el("input", { type: "checkbox", id: freshId("input"), checked: input.default });
      return { element: box, control: box, value: () => box.checked, problem: () => null };
    }
    default:
      return menuField(input, ids, names);
  }
}

function textField(input, ids) {
  const attributes = {
    id: freshId("input"),
    placeholder: input.placeholder,
    maxlength: input.max_length ?? 4000,
    "aria-describedby": `${ids.hint} ${ids.error}`,
  };
  const control =
    input.style === PARAGRAPH ? el("textarea", { rows: 4, ...attributes }) : el("input", attributes);
  control.value = input.value ?? "";
  const problem = (required) => {
    const length = control.value.length;
    if (required && length === 0) return "Please fill this in.";
    if (length > 0 && length < (input.min_length ?? 0))
      return `At least ${input.min_length} characters, please.`;
    return null;
  };
  return { element: control, control, value: () => control.value, problem };
}

function menuField(input, ids, names) {
  const preset = (input.options ?? []).filter((choice) => choice.default).map((choice) => choice.value);
  let values = [...preset, ...(input.default_values ?? []).map((each) => each.id)];
  const control = select(input, {
    names,
    labelledby: ids.label,
    describedby: ids.hint,
    onchoose: (chosen) => {
      values = chosen;
      control.dispatchEvent(new Event("input"));
    },
  });
  const problem = (required) =>
    required && values.length < (input.min_values ?? 1) ? "Please choose." : null;
  // An unused menu sends no value, which is not the same as an empty choice.
  const value = () => (values.length > 0 || input.min_values === 0 ? values : undefined);
  return { element: control, control, value, problem };
}

function boxesField(input, ids, type) {
  const group = freshId("group");
  const boxes = input.options.map((choice) =>
    el("input", { type, name: group, value: choice.value, checked: choice.default }),
  );
  const element = el(
    "div",
    { role: type === "radio" ? "radiogroup" : "group", "aria-labelledby": ids.label },
    input.options.map((choice, index) =>
      el(
        "label",
        { class: "box" },
        boxes[index],
        el(
          "span",
          { class: "option-words" },
          el("span", {}, choice.label),
          choice.description && el("span", { class: "option-description" }, choice.description),
        ),
      ),
    ),
  );
  const checked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const value = () => (type === "radio" ? checked()[0] : checked());
  const most = type === "radio" ? 1 : (input.max_values ?? boxes.length);
  const problem = (required) => numberProblem(checked().length, input.min_values ?? 1, most, required);
  return { element, control: boxes[0], value, problem };
}

function filesField(input, ids) {
  const most = input.max_values ?? 1;
  const control = el("input", {
    type: "file",
    id: freshId("input"),
    multiple: most > 1,
    accept: input.file_types?.map((type) => (type.startsWith(".") ? type : `${type}/*`)).join(","),
    "aria-describedby": `${ids.hint} ${ids.error}`,
  });
  const files = () => [...control.files];
  const problem = (required) => {
    if (files().some((file) => file.size > LARGEST_FILE)) return "A file may have 10 MB at most.";
    return numberProblem(files().length, input.min_values ?? 1, most, required);
  };
  const value = () => Promise.all(files().map(async (file) => ({ name: file.name, data: await read(file) })));
  return { element: control, control, value, problem };
}

/** Return the bytes of a file as text for JSON. */
function read(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** Return what is wrong with the number of choices, or null. An optional field may have no choice. */
function numberProblem(number, fewest, most, required) {
  if (number === 0 && !required) return null;
  if (number === 0 && fewest > 0) return "Please choose.";
  if (number < fewest) return `Please choose at least ${fewest}.`;
  return number > most ? `Please choose at most ${most}.` : null;
}
