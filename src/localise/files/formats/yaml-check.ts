import type { CST, Document } from 'yaml';
import type { ReadContext } from '../document.js';
import { MAX_DEPTH, MAX_ENTRIES } from '../limits.js';
import { Composer, isScalar, Parser, visit } from './parsers.js';

/**
 * The one document of a file. How large and how deep it is, is checked before it is composed, since that decides how much
 * memory it takes. Aliases are not expanded.
 */
export function parseChecked(text: string, { fail }: Pick<ReadContext, 'fail'>): Document.Parsed {
  // The library compares each key with all others. Ours are compared by the reader.
  const composer = new Composer({ uniqueKeys: false, version: '1.2', strict: true, logLevel: 'silent' });
  const documents = [...composer.compose(checkTokens(new Parser().parse(text), fail), true, text.length)];
  const [document, second] = documents;
  if (document === undefined) return fail(0, 'is empty');
  const [error] = document.errors;
  if (error !== undefined) return fail(error.pos[0], `is not YAML: ${error.message}`);
  if (second !== undefined)
    return fail(second.range[0], 'has a second document; give each a file of its own');
  return document;
}

/** Passes the tokens on, and refuses those that are too deep or too many. */
function* checkTokens(tokens: Iterable<CST.Token>, fail: ReadContext['fail']): Generator<CST.Token> {
  let values = 0;
  for (const token of tokens) {
    const open: { readonly token: CST.Token | null | undefined; readonly depth: number }[] = [
      { token, depth: 0 },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { token: current, depth } = next;
      if (!current) continue;
      if (depth > MAX_DEPTH) fail(current.offset, `is nested more than ${MAX_DEPTH} levels deep`);
      if (current.type === 'document') open.push({ token: current.value, depth });
      if (!('items' in current)) continue;
      values += current.items.length;
      if (values > MAX_ENTRIES) fail(current.offset, `has more than ${MAX_ENTRIES} values`);
      for (const { key, value } of current.items)
        open.push({ token: key, depth: depth + 1 }, { token: value, depth: depth + 1 });
    }
    yield token;
  }
}

/** Refuses a key that comes again in one map. */
export function refuseRepeatedKeys(document: Document, fail: ReadContext['fail']): void {
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) fail(key.range?.[0] ?? 0, `has ${String(key.value)} a second time`);
        seen.add(key.value);
      }
    },
  });
}
