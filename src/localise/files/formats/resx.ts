import type { Block, LocaleFormat, Part, Slot } from '../document.js';
import { MAX_TEXT } from '../limits.js';
import { joinNotes } from '../plurals.js';
import { cutParts } from './cut-parts.js';
import {
  type Element,
  findChild,
  findContent,
  listElements,
  readAttribute,
  readChildren,
  readXml,
} from './xml.js';

/**
 * .NET's resources. A text's key is its `name`; the note is its `<comment>`. Only strings are texts: nothing with a `type` or a
 * `mimetype`, nothing of the designer (`>>name`), and nothing whose comment has `{Locked}`. A new file has the head, and what is
 * translated. `{0}`, `{0:N2}` and `{name}` are protected.
 */
export const resx: LocaleFormat = {
  name: 'resx',
  extensions: ['.resx', '.resw'],
  isBilingual: false,
  protect: /\{\w+(?:,-?\d+)?(?::[^{}]*)?\}/g,
  read(text, context) {
    const root = readXml(text, context);
    if (
      root.name !== 'root' ||
      !listElements(root).some(({ name }) => RESX_HEAD.has(name) || name === 'data')
    )
      context.fail(root.start, 'is not a file of .NET resources: it has no <root> with <data>');
    const list = readChildren(root, (element, begin): Block => {
      const { end } = element;
      const name = readAttribute(element, 'name');
      const value = isStringResource(element) ? findChild(element, 'value') : undefined;
      if (name === undefined || value === undefined)
        return {
          id: `${element.name} ${name}`,
          parts: [text.slice(begin, end)],
          ...(!RESX_HEAD.has(element.name) && { taken: 'never' }),
        };
      const { openEnd, start, closeStart } = value;
      if (closeStart - openEnd > MAX_TEXT) context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
      return { id: `data ${name}`, parts: readParts(element, name, value, begin, text) };
    });
    return { root: { id: '', parts: cutParts(text, 0, text.length, [list]) } };
  },
};

/** What says how the file is read. Every file has it. */
const RESX_HEAD = new Set(['schema', 'resheader']);

function isStringResource(element: Element): boolean {
  const type = readAttribute(element, 'type') ?? 'System.String';
  return (
    element.name === 'data' &&
    readAttribute(element, 'mimetype') === undefined &&
    /^System\.String(?![\w.])/.test(type) &&
    readAttribute(element, 'name')?.startsWith('>>') === false
  );
}

function readParts(
  element: Element,
  key: string,
  value: Element,
  begin: number,
  file: string,
): readonly Part[] {
  const comment = findChild(element, 'comment');
  const note = comment === undefined ? '' : findContent(comment, file).text.trim();
  const { start, end, text, raw, encode } = findContent(value, file);
  const slot: Slot = {
    key,
    ...(note.includes('{Locked}') && { text: '' }),
    value: text,
    note: joinNotes([note]),
    raw,
    encode,
  };
  return cutParts(file, begin, element.end, [{ start, end, part: slot }]);
}
