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
 * Makes the children of `parent` match the description; elements that fit are kept, so focus,
 * scrolling and running transitions survive.
 * @param {Element} parent
 * @param {Kid} kids
 */
export function patch(parent, kids) {
  const wanted = flatten([kids]);
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of parent.children) {
    const own = descriptionOf(child);
    if (own?.key !== undefined) keyed.set(own.key, child);
  }
  /** @type {ChildNode | null} */
  let at = parent.firstChild;
  for (const kid of wanted) {
    if (typeof kid === "string") {
      if (at?.nodeType === 3) {
        if (at.nodeValue !== kid) at.nodeValue = kid;
        at = at.nextSibling;
      } else parent.insertBefore(document.createTextNode(kid), at);
      continue;
    }
    const fits = (/** @type {ChildNode | null | undefined} */ node) =>
      node instanceof Element && node.localName === kid.tag && descriptionOf(node)?.key === kid.key;
    const known = kid.key === undefined ? at : keyed.get(kid.key);
    /** @type {Element} */
    let element;
    if (known && fits(known)) {
      element = /** @type {Element} */ (known);
      if (element === at) at = at.nextSibling;
      else parent.insertBefore(element, at);
    } else {
      element = create(kid, parent);
      parent.insertBefore(element, at);
    }
    update(element, kid);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** @param {VElement} kid @param {Element} parent */
function create(kid, parent) {
  const svg = kid.tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  return svg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
}

/** @param {Element} element @returns {VElement | undefined} */
function descriptionOf(element) {
  return /** @type {any} */ (element)[OWN];
}

/** @param {Element} element @param {VElement} next */
function update(element, next) {
  const before = descriptionOf(element);
  /** @type {any} */ (element)[OWN] = next;
  const old = before?.props ?? {};
  for (const name of Object.keys(old)) if (!(name in next.props)) assign(element, name, undefined, old[name]);
  for (const [name, value] of Object.entries(next.props)) assign(element, name, value, old[name]);
  // Custom elements draw their own insides; so does whoever asked to keep what is there.
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
