import { type Block, isSlot, type Slot } from '../document.js';
import { type PluralForm, pluralForms, pluralNote } from '../plurals.js';
import { endOfString } from './end-of-string.js';

const FORM = /^(.+)_(zero|one|two|few|many|other)$/s;

/**
 * Adapts i18next's plural forms in an object to the language. A form that the language lacks is not translated; a form
 * that the object lacks gets a place after the others.
 */
export function withPlurals(
  blocks: readonly Block[],
  path: string | undefined,
  to: string | undefined,
): readonly Block[] {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) {
    const base = FORM.exec(block.id ?? '')?.[1];
    if (base === undefined) continue;
    const group = groups.get(base) ?? [];
    groups.set(base, group);
    group.push(block);
  }
  const changed = new Map<Block, readonly Block[]>();
  for (const [base, group] of groups) {
    const other = group.find(({ id }) => id === `${base}_other`);
    const forms = pluralForms(to, base.endsWith('_ordinal') ? 'ordinal' : 'cardinal');
    // A single key, or one without `_other`, only looks like a plural form.
    if (other === undefined || group.length < 2 || forms.length === 0) continue;
    const missing = forms.filter(({ category }) => !group.some(({ id }) => id === `${base}_${category}`));
    const made = missing.flatMap((form) =>
      missingForm(`${base}_${form.category}`, other, path, pluralNote(form, forms)),
    );
    for (const block of group)
      changed.set(block, [withFormNote(block, forms), ...(block === group.at(-1) ? made : [])]);
  }
  return blocks.flatMap((block) => changed.get(block) ?? [block]);
}

function withFormNote(block: Block, forms: readonly PluralForm[]): Block {
  const form = forms.find(({ category }) => block.id?.endsWith(`_${category}`));
  const more = form === undefined ? { text: '' } : { note: pluralNote(form, forms) };
  return { ...block, parts: block.parts.map((part) => (isSlot(part) ? { ...part, ...more } : part)) };
}

/** A plural form that the file lacks, written like the form `other`. */
function missingForm(
  name: string,
  other: Block,
  path: string | undefined,
  note: string | undefined,
): readonly Block[] {
  const [lead] = other.parts;
  const slot = other.parts.find(isSlot);
  if (slot === undefined || typeof lead !== 'string') return [];
  const start = lead.indexOf('"');
  const begin = lead.slice(0, start) + JSON.stringify(name) + lead.slice(endOfString(lead, start));
  const place: Slot = {
    key: path === undefined ? name : `${path}.${name}`,
    text: slot.value,
    value: undefined,
    note,
    raw: '',
    encode: (value, fail) => begin + slot.encode(value, fail),
  };
  return [{ id: name, parts: [place] }];
}
