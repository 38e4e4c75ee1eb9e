import type { Block, LocaleFormat } from 'translation-requester/locale-files';

/** Language files of a game, one text on each line. */
export const lang: LocaleFormat = {
  name: 'lang',
  extensions: ['.lang'],
  isBilingual: false, // the translations have a file of their own
  read(text, { fail }) {
    let offset = 0;
    let note: string | undefined;
    const blocks = text.split('\n').map((line): Block => {
      const start = offset;
      offset += line.length + 1;
      const comment = /^\s*[#!]\s*(.*)$/.exec(line)?.[1];
      if (comment !== undefined || line.trim() === '') {
        note = comment;
        return { id: undefined, parts: [line] };
      }
      const [, head, raw = ''] = /^([^=:]+[=:]\s*)(.*)$/.exec(line) ?? [];
      if (head === undefined) return fail(start, 'is not a line with key=value');
      const key = head.replace(/\s*[=:]\s*$/, '');
      const value = raw.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));
      const encode = (wanted: string) => wanted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
      const block = { id: key, parts: [head, { key, value, note, raw, encode }] };
      note = undefined;
      return block;
    });
    return { root: { id: '', parts: [{ separator: '\n', blocks }] } };
  },
};
