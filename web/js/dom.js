// A small virtual document: `h` describes elements as plain data, `patch` makes a real element's
// children match. Descriptions can be built and tested without a browser. Text is always set as
// text, never parsed, and styles go through the style object, so a strict content policy holds.

/**
 * @typedef {Record<string, any>} Props
 * @typedef {{tag: string, props: Props, kids: Node_[], key: string | undefined}} VElement
 * @typedef {VElement | string} Node_
 * @typedef {Node_ | number | false | null | undefined | Kid[]} Kid
 */

const SVG = "http://www.w3.org/2000/svg";
const OWN = Symbol("description");

/**
 * Describes an element. A property `key` tells siblings apart; names beginning with `on` are
 * listeners, with `.` element properties; `style` is an object; everything else is an attribute.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Kid} kids
 * @returns {VElement}
 */
export function h(tag, props, ...kids) {
  const { key, ...rest } = props ?? {};
  return { tag, props: rest, kids: flatten(kids), key: key === undefined ? undefined : String(key) };
}

/** @param {Kid[]} kids @returns {Node_[]} */
function flatten(kids) {
  /** @type {Node_[]} */
  const flat = [];
  for (const kid of kids) {
    if (Array.isArray(kid)) flat.push(...flatten(kid));
    else if (kid === null || kid === undefined || kid === false) continue;
    else flat.push(typeof kid === "number" ? String(kid) : kid);
  }
  return flat;
}

/**
 * Makes the children of `parent` match the description; elements that fit are kept where they are, so
 * focus, scrolling, running transitions and presses that are under way survive.
 * @param {Element} parent
 * @param {Kid} kids
 */
export function patch(parent, kids) {
  const wanted = flatten([kids]);
  const kept = claim(parent, wanted);
  // What is gone goes first: then nothing that stays has to be moved because of it.
  const staying = new Set(kept);
  for (const child of [...parent.childNodes]) if (!staying.has(child)) child.remove();
  /** @type {ChildNode | null} */
  let at = parent.firstChild;
  wanted.forEach((kid, n) => {
    const child = kept[n] ?? (typeof kid === "string" ? document.createTextNode(kid) : create(kid, parent));
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
    if (typeof kid !== "string") update(/** @type {Element} */ (child), kid);
    else if (child.nodeValue !== kid) child.nodeValue = kid;
  });
}

/**
 * For each description the child that it goes on in, if there is one: of the same name where it has one,
 * else the next one of its tag.
 * @param {Element} parent @param {Node_[]} wanted @returns {(ChildNode | undefined)[]}
 */
function claim(parent, wanted) {
  /** @type {Map<string, ChildNode[]>} */
  const there = new Map();
  const add = (/** @type {string} */ name, /** @type {ChildNode} */ child) => there.set(name, [...(there.get(name) ?? []), child]);
  for (const child of parent.childNodes) {
    if (child instanceof Element) add(nameOf(child.localName, descriptionOf(child)), child);
    else if (child.nodeType === 3) add("", child);
  }
  return wanted.map((kid) => there.get(typeof kid === "string" ? "" : nameOf(kid.tag, kid))?.shift());
}

/** Things that people press must never turn into each other under their finger. */
const CONTROLS = new Set(["a", "button", "input", "select", "summary", "textarea"]);

/** What tells an element from its siblings: its key, and of controls also what they are for. @param {string} tag @param {VElement | undefined} own */
function nameOf(tag, own) {
  if (own?.key !== undefined) return `${tag} key ${own.key}`;
  if (!own || !CONTROLS.has(tag)) return tag;
  const data = Object.keys(own.props).find((name) => name.startsWith("data-"));
  return data ? `${tag} ${data} ${own.props[data]}` : `${tag} ${own.props.name ?? own.props["aria-label"] ?? ""}`;
}

/** @param {VElement} kid @param {Element} parent */
function create(kid, parent) {
  const svg = kid.tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  const element = svg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  if (kid.tag === "input" || kid.tag === "textarea") watchTyping(element);
  return element;
}

const TYPING = Symbol("typing");

/** Knows a field that someone is typing in, from the first letter to the end of the change: no drawing takes the text away. @param {any} field */
function watchTyping(field) {
  field.addEventListener("input", () => { field[TYPING] = true; });
  for (const end of ["change", "blur"]) field.addEventListener(end, () => { field[TYPING] = false; });
}

/** @param {Element} element @returns {VElement | undefined} */
function descriptionOf(element) {
  return /** @type {any} */ (element)[OWN];
}

/** @param {Element} element @param {VElement} next */
function update(element, next) {
  const before = descriptionOf(element);
  // The same description again: nothing can have changed.
  if (before === next) return;
  /** @type {any} */ (element)[OWN] = next;
  const old = before?.props ?? {};
  for (const name of Object.keys(old)) if (!(name in next.props)) assign(element, name, undefined, old[name]);
  for (const [name, value] of Object.entries(next.props)) assign(element, name, value, old[name]);
  // Custom elements draw their own insides; so do elements marked to keep theirs.
  if (!next.tag.includes("-") && !next.props["data-keep"]) patch(element, next.kids);
}

const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "indeterminate"]);

/** @param {Element} element @param {string} name @param {any} value @param {any} old */
function assign(element, name, value, old) {
  const target = /** @type {any} */ (element);
  if (name.startsWith("on")) {
    listen(target, name.slice(2).toLowerCase(), value);
  } else if (name.startsWith(".")) {
    target[name.slice(1)] = value;
  } else if (name === "style") {
    setStyle(/** @type {HTMLElement} */ (element), value ?? {}, old ?? {});
  } else if (PROPERTIES.has(name) && element.namespaceURI !== SVG) {
    if (name === "value" && target[TYPING]) return;
    if (target[name] !== value) target[name] = value ?? (typeof target[name] === "boolean" ? false : "");
  } else if (value === old) {
    return;
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

const HEARD = Symbol("listeners");

/** One real listener per kind of event; what it calls may change with every drawing. @param {any} target @param {string} kind @param {Function | undefined} call */
function listen(target, kind, call) {
  target[HEARD] ??= new Map();
  const known = target[HEARD].has(kind);
  target[HEARD].set(kind, call);
  if (!known) target.addEventListener(kind, (/** @type {Event} */ event) => target[HEARD].get(kind)?.call(target, event));
}

/** @param {HTMLElement} element @param {Record<string, any>} next @param {Record<string, any>} old */
function setStyle(element, next, old) {
  for (const name of Object.keys(old)) if (!(name in next)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(next)) {
    if (value !== old[name]) element.style.setProperty(name, String(value));
  }
}

/** All text of a description, as a reader would hear it. @param {Kid} node @returns {string} */
export function textOf(node) {
  return flatten([node])
    .map((kid) => (typeof kid === "string" ? kid : textOf(kid.kids)))
    .join("");
}
