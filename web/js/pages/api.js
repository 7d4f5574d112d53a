// The interface for programs, read from its OpenAPI description: every request with its fields, and a
// form that sends it.

/** @import { Page } from "../main.js" */
import { api } from "../api.js";
import { scheduleRender } from "../scheduler.js";
import { h } from "../dom.js";
import { games } from "../games.js";
import { t } from "../i18n.js";

/**
 * @typedef {{name: string, in: string, required?: boolean, description?: string}} Parameter
 * @typedef {{method: string, path: string, tag: string, summary: string, parameters: Parameter[], body: any}} Operation
 */

/** Something to begin with for each request that needs a body, about a game that has most to show. @returns {Promise<Record<string, object>>} */
async function makeExamples() {
  const { id: game = "", layers = [] } = exampleGame() ?? {};
  const view = await api.look({ game });
  const moves = view.legal.slice(0, 1).map((one) => one.text);
  const cells = view.diagram.cells.map((piece) => piece?.letter ?? "");
  return {
    "/api/v1/look": { game, moves },
    "/api/v1/compose": { game, board: { cells, second_to_move: true } },
    "/api/v1/probe": { game, moves },
    "/api/v1/layer": { game, layer: layers[0]?.id ?? "" },
    "/api/v1/refusals": { game, from: view.diagram.cells.findIndex((piece) => piece?.side === view.side) },
    "/api/v1/review": { game, moves },
    "/api/v1/records/read": { game, format: "native", text: moves.join(" ") },
    "/api/v1/records/write": { game, format: "json", moves },
    "/api/v1/rooms": { game, first: { kind: "here" }, second: { kind: "engine", player: "random" } },
  };
}

/** A game with a table, so that values can be asked for; failing that, the first one. */
function exampleGame() {
  return games().find((one) => one.has_table && one.parts === null && one.layers.length > 0) ?? games().find((one) => one.layers.length > 0) ?? games()[0];
}

/** First values of parameters, by name. @returns {Record<string, string>} */
const firstValues = () => ({ game: exampleGame()?.id ?? "", lang: "en", property: "longest_win", limit: "3" });

/** @param {HTMLElement} root @returns {Page} */
export function description(root) {
  /** @type {{operations: Operation[], schemas: Record<string, any>, fault: string, answers: Map<string, string>, examples: Record<string, object>}} */
  const state = { operations: [], schemas: {}, fault: "", answers: new Map(), examples: {} };

  async function load() {
    try {
      const found = await api.description();
      state.operations = operationsOf(found);
      state.schemas = found.components?.schemas ?? {};
      state.examples = await makeExamples();
    } catch (fault) {
      state.fault = String(fault);
    }
    draw();
  }

  /** @param {Operation} operation @param {HTMLFormElement} form */
  async function send(operation, form) {
    const fields = new FormData(form);
    const value = (/** @type {Parameter} */ one) => encodeURIComponent(String(fields.get(one.name) ?? ""));
    let path = operation.path;
    for (const one of operation.parameters.filter((given) => given.in === "path")) path = path.replace(`{${one.name}}`, value(one));
    const asked = operation.parameters.filter((one) => one.in === "query" && fields.get(one.name)).map((one) => `${one.name}=${value(one)}`);
    const address = asked.length > 0 ? `${path}?${asked.join("&")}` : path;
    const post = operation.method === "post";
    const answer = await fetch(address, post ? { method: "POST", headers: { "content-type": "application/json" }, body: String(fields.get("body")) } : {}).catch((fault) => String(fault));
    const text = typeof answer === "string" ? answer : `${answer.status}\n${pretty(await answer.text())}`;
    state.answers.set(keyOf(operation), text);
    draw();
  }

  function draw() {
    const tags = [...new Set(state.operations.map((one) => one.tag))];
    scheduleRender(root, () => [
      h("section", { class: "card" }, h("h1", null, t("page-title-api")), h("p", null, t("page-api-intro")),
        h("a", { class: "button", href: "/api/v1/openapi.json", target: "_blank", rel: "noopener" }, t("page-api-raw")),
        state.fault ? h("p", { class: "notice bad", role: "alert" }, state.fault) : null),
      tags.map((tag) => h("section", { key: tag, class: "card" }, h("h2", null, tag),
        state.operations.filter((one) => one.tag === tag).map(drawOperation))),
    ]);
  }

  /** @param {Operation} operation */
  function drawOperation(operation) {
    const key = keyOf(operation);
    const answer = state.answers.get(key);
    const fields = fieldsOf(operation.body, state.schemas);
    return h("details", { key, class: "operation", "data-operation": key },
      h("summary", null, h("span", { class: `verb ${operation.method}` }, operation.method.toUpperCase()), " ", h("code", null, operation.path), " ", h("span", { class: "soft small" }, operation.summary)),
      fields.length > 0 ? h("table", { class: "fields" }, h("tbody", null, fields.map(({ name, type, needed, text }) =>
        h("tr", { key: name }, h("th", { scope: "row" }, h("code", null, name), needed ? " *" : ""), h("td", null, h("code", null, type)), h("td", { class: "soft small" }, text))))) : null,
      h("form", { onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void send(operation, /** @type {HTMLFormElement} */ (event.currentTarget));
      } },
      operation.parameters.map((one) => h("label", { key: one.name, class: "field" }, h("span", null, h("code", null, one.name), one.description ? ` ${one.description}` : ""),
        h("input", { type: "text", class: "mono", name: one.name, required: one.required ?? false, ".defaultValue": firstValues()[one.name] ?? "" }))),
      operation.method === "post" ? h("label", { class: "field" }, h("span", null, t("page-api-body")),
        h("textarea", { class: "mono", name: "body", rows: 4, spellcheck: "false" }, JSON.stringify(state.examples[operation.path] ?? {}, null, 1))) : null,
      h("button", { type: "submit", "data-send": "" }, t("page-api-try"))),
      answer === undefined ? null : [h("h3", null, t("page-api-answer")), h("pre", { class: "answer mono", tabindex: 0 }, answer)]);
  }

  void load();
  return { draw };
}

/** @param {Operation} operation */
const keyOf = ({ method, path }) => `${method} ${path}`;

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1).slice(0, 20_000);
  } catch {
    return text.slice(0, 20_000);
  }
}

/** @param {any} found @returns {Operation[]} */
export function operationsOf(found) {
  return Object.entries(found.paths ?? {}).flatMap(([path, item]) => Object.entries(item).map(([method, one]) => ({
    method, path, tag: one.tags?.[0] ?? "", summary: (one.summary ?? one.description ?? "").trim(), parameters: one.parameters ?? [],
    body: one.requestBody?.content?.["application/json"]?.schema ?? null,
  })));
}

/**
 * The fields of a body, one after the other; those it has from another description first.
 * @param {any} schema @param {Record<string, any>} schemas
 * @returns {{name: string, type: string, needed: boolean, text: string}[]}
 */
export function fieldsOf(schema, schemas) {
  const whole = resolve(schema, schemas);
  const from = (whole?.allOf ?? []).flatMap((/** @type {any} */ part) => fieldsOf(part, schemas));
  const own = Object.entries(whole?.properties ?? {}).map(([name, one]) => ({
    name, type: typeOf(one), needed: (whole.required ?? []).includes(name), text: /** @type {any} */ (one).description ?? "",
  }));
  return [...from, ...own];
}

/** @param {any} schema @param {Record<string, any>} schemas */
function resolve(schema, schemas) {
  const name = schema?.$ref?.split("/").at(-1);
  return name ? schemas[name] : schema;
}

/** @param {any} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  const some = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (some) return some.map(typeOf).filter((/** @type {string} */ one) => one !== "null").join(" | ");
  if (schema.type === "array" || schema.type?.includes?.("array")) return `${typeOf(schema.items ?? {})}[]`;
  return [schema.type ?? "object"].flat().filter((one) => one !== "null").join(" | ");
}
