/** What is found in XML, in its order. Names come without their prefix, and a text can come in several pieces. */
export interface XmlVisitor {
  open(name: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** The most characters of one tag or comment. Pictures can stand in attributes. */
const MAX_TOKEN = 2 ** 20;
/** The most characters of an entity, which can arrive in two pieces. */
const MAX_ENTITY = 12;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const CDATA = { opening: '<![CDATA[', closing: ']]>' } as const;
/** What begins with a mark of its own and ends with another one. */
const MARKED = [CDATA, { opening: '<!--', closing: '-->' }, { opening: '<?', closing: '?>' }] as const;

/**
 * Reads XML piece by piece, in linear time, without rules about what may stand where. Entities that a document
 * defines itself are not replaced, so that a small document cannot become a large one.
 */
export class XmlReader {
  readonly #visitor: XmlVisitor;
  #rest = '';

  constructor(visitor: XmlVisitor) {
    this.#visitor = visitor;
  }

  /** @throws RangeError when a tag is too long to be real */
  feed(piece: string): void {
    const xml = this.#rest + piece;
    let at = 0;
    while (at < xml.length) {
      const next = xml[at] === '<' ? this.#readMarkup(xml, at) : this.#readText(xml, at);
      if (next === at) break;
      at = next;
    }
    this.#rest = xml.slice(at);
    if (this.#rest.length > MAX_TOKEN) throw new RangeError('The document has a tag that is too long.');
  }

  // Each of these returns where it ends, or where it begins when its end has not come yet.

  #readText(xml: string, at: number): number {
    const next = xml.indexOf('<', at);
    const end = next < 0 ? withoutPartOfEntity(xml, at) : next;
    if (end > at) this.#visitor.text(decodeEntities(xml.slice(at, end)));
    return end;
  }

  #readMarkup(xml: string, at: number): number {
    const mark = xml[at + 1];
    if (mark !== '!' && mark !== '?') return mark === undefined ? at : this.#readTag(xml, at);
    // A beginning of which only a part has come is not known yet.
    if (xml.length - at < CDATA.opening.length && !xml.includes('>', at)) return at;
    const marked = MARKED.find(({ opening }) => xml.startsWith(opening, at));
    if (marked === undefined) return this.#readTag(xml, at);
    const from = at + marked.opening.length;
    const end = xml.indexOf(marked.closing, from);
    if (end < 0) return at;
    if (marked === CDATA) this.#visitor.text(xml.slice(from, end));
    return end + marked.closing.length;
  }

  #readTag(xml: string, at: number): number {
    const end = endOfTag(xml, at);
    if (end === undefined) return at;
    const isEnd = xml[at + 1] === '/';
    const name = nameIn(xml, at + (isEnd ? 2 : 1), end);
    if (!isEnd) this.#visitor.open(name);
    if (isEnd || xml[end - 1] === '/') this.#visitor.close(name);
    return end + 1;
  }
}

function withoutPartOfEntity(xml: string, at: number): number {
  const mark = xml.lastIndexOf('&');
  return mark >= at && xml.length - mark < MAX_ENTITY ? mark : xml.length;
}

/** A value in quotes can contain the mark that ends a tag. */
function endOfTag(xml: string, at: number): number | undefined {
  let end = xml.indexOf('>', at);
  for (let from = at; end >= 0; ) {
    const quote = firstQuote(xml, from, end);
    if (quote < 0) return end;
    const closing = xml.indexOf(xml[quote] ?? '', quote + 1);
    if (closing < 0) return undefined;
    from = closing + 1;
    if (from > end) end = xml.indexOf('>', from);
  }
  return undefined;
}

function firstQuote(xml: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}

function nameIn(xml: string, from: number, end: number): string {
  let start = from;
  let at = from;
  for (; at < end; at += 1) {
    const code = xml.charCodeAt(at);
    if (code <= 0x20 || code === 0x2f) break;
    if (code === 0x3a) start = at + 1;
  }
  return xml.slice(start, at);
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}
