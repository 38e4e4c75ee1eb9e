/** What an element should be. The page is described anew after each change, and only what differs is touched. */
export interface Wanted {
  readonly tag: string;
  /** Finds the same element again after others have come before it. */
  readonly key?: string | number;
  readonly attributes: Readonly<Record<string, string | boolean>>;
  readonly on: Readonly<Record<string, (event: Event) => void>>;
  readonly children: readonly Child[];
}

export type Child = Wanted | string | false | null;

interface Options {
  readonly key?: string | number;
  readonly on?: Wanted['on'];
  readonly [attribute: string]: unknown;
}

export function h(tag: string, { key, on = {}, ...attributes }: Options = {}, ...children: Child[]): Wanted {
  const shown = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return {
    tag,
    ...(key === undefined ? {} : { key }),
    attributes: Object.fromEntries(
      shown.map(([name, value]) => [name, typeof value === 'boolean' ? value : String(value)]),
    ),
    on,
    children,
  };
}

const keys = new WeakMap<Node, string>();
const handlers = new WeakMap<Element, Record<string, (event: Event) => void>>();

/** Makes the children of `parent` what is wanted. Elements stay, so the focus and typed texts do too. */
export function show(parent: Element, wanted: readonly Child[]): void {
  const old = [...parent.childNodes];
  const byKey = new Map(old.flatMap((node) => (keys.has(node) ? [[keys.get(node), node] as const] : [])));
  const unkeyed = old.filter((node) => !keys.has(node));
  const kept = new Set<Node>();
  let place: Node | null = parent.firstChild;
  for (const child of wanted) {
    if (child === false || child === null) continue;
    const key = typeof child === 'string' ? undefined : child.key;
    const found = key === undefined ? unkeyed.shift() : byKey.get(`${key}`);
    const isKept = found !== undefined && fits(found, child);
    const node = isKept ? found : create(parent, child);
    update(node, child, !isKept);
    kept.add(node);
    if (node === place) place = node.nextSibling;
    else parent.insertBefore(node, place);
  }
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
}

function fits(node: Node, child: Wanted | string): boolean {
  if (typeof child === 'string') return node instanceof Text;
  return node instanceof Element && node.localName === child.tag;
}

function create(parent: Element, child: Wanted | string): Node {
  if (typeof child === 'string') return document.createTextNode(child);
  const isDrawing = child.tag === 'svg' || parent.namespaceURI === 'http://www.w3.org/2000/svg';
  const space = isDrawing ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
  const element = document.createElementNS(space, child.tag);
  if (child.key !== undefined) keys.set(element, `${child.key}`);
  return element;
}

function update(node: Node, child: Wanted | string, isNew: boolean): void {
  if (typeof child === 'string') {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  if (!(node instanceof Element)) return;
  for (const [name, value] of Object.entries(child.attributes)) {
    // Whoever looks at the page opens and closes.
    if (name === 'open' && !isNew) continue;
    if (value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== (value === true ? '' : value))
      node.setAttribute(name, value === true ? '' : value);
  }
  listen(node, child.on);
  show(node, child.children);
}

/** The listener is added once and calls the newest handler. */
function listen(element: Element, wanted: Wanted['on']): void {
  const current = handlers.get(element) ?? {};
  for (const [name, handler] of Object.entries(wanted)) {
    if (!(name in current)) element.addEventListener(name, (event) => handlers.get(element)?.[name]?.(event));
    current[name] = handler;
  }
  handlers.set(element, current);
}
