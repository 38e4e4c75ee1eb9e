import type { LocaleFile } from '../../locale-files.js';
import type { ReceivedFile } from '../files/received-file.js';
import { writeTexts } from '../files/target-file.js';
import { digestAll, digestText } from '../memory/unit-memory.js';
import type { Collected } from './collect.js';

/** Writes what was collected into the file. @returns how many translations are new in it, and how many were removed */
export async function writeTranslations(
  { unit, translations, changeable }: Collected,
  prune: boolean,
  received: ReceivedFile | undefined,
): Promise<{ readonly written: number; readonly removed: number }> {
  const { notes, memory } = unit;
  const isChanged = translations.size > 0 || (prune && unit.file.orphans.length > 0);
  // Somebody may have edited it meanwhile.
  const file = isChanged ? await unit.readAgain() : unit.file;
  const wanted = new Map([...translations].filter(([key]) => isUntouched(key, unit.file, file)));
  const removed = prune ? file.orphans.length : 0;
  if (wanted.size + removed > 0) {
    if (file.write !== undefined) await writeTexts(unit, file, wanted, { prune });
    else await received?.keep();
  }
  const now = digestAll(file.texts);
  const written = [...wanted.keys()].map((key): [string, string] => [key, now[key] ?? '']);
  const changed = [...changeable].filter(
    ([key, digest]) =>
      digest !== (memory.changeable?.[key] ?? '') && (wanted.has(key) || !translations.has(key)),
  );
  if (written.length + changed.length > 0)
    await notes.add({ written: Object.fromEntries(written), changeable: Object.fromEntries(changed) });
  return { written: wanted.size, removed };
}

type FileTexts = Pick<LocaleFile, 'texts' | 'known'>;

/** Whether a text and its translation are still what they were when the command began. */
function isUntouched(key: string, before: FileTexts, now: FileTexts): boolean {
  const [old, text] = [before, now].map(({ texts }) => (Object.hasOwn(texts, key) ? texts[key] : undefined));
  const [was, is] = [before, now].map(({ known }) => (Object.hasOwn(known, key) ? known[key] : undefined));
  return old !== undefined && text !== undefined && digestText(old) === digestText(text) && was === is;
}
