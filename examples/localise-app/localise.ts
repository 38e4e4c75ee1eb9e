import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Requester } from 'translation-requester';
import { readLocaleFile } from 'translation-requester/locale-files';
import { collectTexts, orderTexts } from 'translation-requester/texts';

/** Where an application keeps its texts, and which languages it speaks. */
export interface App {
  /** The job. The client's store remembers which texts it has ordered; they are not ordered again. */
  readonly name: string;
  /** Holds `<language>.json`. */
  readonly folder: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly maxPoints: number;
}

/** What came of a run, by language. */
export type Outcome = Readonly<Record<string, { filled: number; missing: number }>>;

/** Orders the texts that are new, and fills in the translations that have come. Run it as often as you like. */
export async function localise(
  requester: Requester,
  app: App,
): Promise<{ placed: number; languages: Outcome }> {
  const { name, folder, from, to, maxPoints } = app;
  const source = join(folder, `${from}.json`);
  const target = (language: string): string => join(folder, `${language}.json`);
  const files = new Map(
    await Promise.all(
      to.map(
        async (language) =>
          [language, await readLocaleFile(source, { to: language, target: target(language) })] as const,
      ),
    ),
  );
  const texts = files.values().next().value?.texts ?? {};
  const known = Object.fromEntries([...files].map(([language, file]) => [language, file.known]));
  const job = await orderTexts(requester, {
    name,
    from,
    to: [...to],
    texts,
    known,
    protect: 'i18next',
    maxPoints,
  });

  const translations = new Map(to.map((language) => [language, new Map<string, string>()]));
  for await (const { language, key, text, issues } of collectTexts(requester, job, { wait: false })) {
    if (text !== null && issues === undefined) translations.get(language)?.set(key, text);
  }
  const languages: Record<string, { filled: number; missing: number }> = {};
  for (const [language, file] of files) {
    const come = translations.get(language) ?? new Map<string, string>();
    if (come.size > 0) await writeFile(target(language), file.encode(come));
    const missing = Object.keys(texts).length - Object.keys(file.known).length - come.size;
    languages[language] = { filled: come.size, missing };
  }
  return { placed: job.orders.filter(({ placed }) => placed).length, languages };
}
