// The API for people, made from its description.

import * as engine from "./engine.js";
import { el, withCode } from "./dom.js";
import { at } from "./place.js";
import { furnish } from "./shell.js";

furnish();
const main = document.querySelector("main");

/** The address of a question with its examples filled in, to try it. */
function example(path, parameters) {
  const filled = parameters.filter(({ in: place }) => place === "path")
    .reduce((address, { name, example: value }) => address.replace(`{${name}}`, value), path);
  const query = parameters.filter(({ in: place, required }) => place === "query" && required)
    .map(({ name, example: value }) => `${name}=${encodeURIComponent(value)}`);
  return [filled, query.join("&")].filter(Boolean).join("?");
}

const typeOf = (schema) => schema?.$ref?.split("/").at(-1) ?? (schema?.type === "array" ? `list of ${typeOf(schema.items)}` : schema?.type ?? "any");

function table(label, heads, rows) {
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));
}

function question(path, { summary, description, parameters = [], responses }) {
  const address = example(path, parameters);
  return el("section", { "data-path": path },
    el("h2", {}, el("code", {}, path)),
    el("p", {}, el("strong", {}, `${summary}. `), ...withCode(description ?? "")),
    el("p", {}, engine.isFolder ? ["For example: ", el("code", {}, address)] : ["Try it: ", el("a", { href: at(address.slice(1)) }, el("code", {}, address))]),
    parameters.length > 0 ? table(`Parameters of ${path}`, ["Parameter", "Meaning"], parameters.map((parameter) =>
      [el("code", {}, `${parameter.name}${parameter.required ? "" : " (optional)"}`), parameter.description ?? ""])) : null,
    table(`Answers of ${path}`, ["Status", "Meaning", "Answer"], Object.entries(responses).map(([status, response]) =>
      [status, response.description, typeOf(Object.values(response.content ?? {})[0]?.schema)])));
}

function shape(name, { description = "", properties = {} }) {
  return el("section", {}, el("h3", {}, el("code", {}, name)), el("p", {}, description),
    table(`Fields of ${name}`, ["Field", "Type", "Meaning"], Object.entries(properties).map(([field, schema]) =>
      [el("code", {}, field), typeOf(schema), schema.description ?? ""])));
}

if (engine.isFolder) {
  main.append(el("p", {}, "This page has no server behind it: the engine runs in your browser. ",
    el("code", {}, "quixotic serve"), " answers these questions on a machine of your own."));
}
const problem = el("p", { class: "problem", role: "alert", hidden: true });
main.append(problem);

function tellProblem(error) {
  problem.textContent = error.message;
  problem.hidden = false;
}

try {
  const { paths, components } = await engine.patiently(engine.description, tellProblem);
  problem.hidden = true;
  main.append(
    ...Object.entries(paths).map(([path, { get }]) => question(path, get)),
    el("h2", {}, "Answers"),
    ...Object.entries(components.schemas).filter(([, schema]) => schema.properties).map(([name, schema]) => shape(name, schema)));
} catch (error) {
  tellProblem(error);
}
