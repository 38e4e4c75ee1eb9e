import { parseLanguage } from '../../base/language-code.js';
import { pseudoTranslation } from '../../texts.js';
import { writeTexts } from '../files/target-file.js';
import { planUnits } from '../plan/plan.js';
import { readProjectFile } from '../plan/project-file.js';
import { nameFromRoot } from '../plan/project-root.js';
import type { PlanOptions } from '../plan/sources.js';
import { removeNote } from '../plan/text-rules.js';
import { ExitCode, UsageError } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';

/** The language of the pseudo locale, if `--to` names no other: Android's. */
const PSEUDO = 'en-XA';

/** The options of `pull` that have a meaning here. */
interface PseudoOptions extends PlanOptions {
  readonly prune?: boolean | undefined;
}

/** Whether nobody speaks a language: it, or its region, is kept for private use, as in `qps-ploc` and `en-XA`. */
function isPseudo(code: string): boolean {
  const { language = '', region = '' } = parseLanguage(code) ?? {};
  // Kosovo's is none of those, though it begins like them.
  const isRegion = region.startsWith('X') && region !== 'XK';
  return isRegion || (language.length === 3 && language >= 'qaa' && language <= 'qtz');
}

/** Writes a pseudo locale, made from the sources. Nothing is sent. @returns the exit code */
export async function writePseudo(
  sources: readonly string[],
  given: PseudoOptions,
  io: CommandIo,
): Promise<number> {
  const { to = [PSEUDO], prune = false, json } = given;
  const named = await nameFromRoot(sources, { ...given, to }, io);
  const project = await readProjectFile(named.folder.path);
  const units = await planUnits(named.sources, named.given, project, named.folder);
  const document = units.find((unit) => unit.kind === 'document');
  if (document !== undefined)
    throw new UsageError(`${document.source} is a document. --pseudo is for the texts of locale files.`);
  for (const { language, target, file } of units)
    if (!isPseudo(language) && Object.keys(file.known).length > 0)
      throw new UsageError(
        `${target} has translations, which --pseudo would overwrite. Leave out --to, or name a language that nobody speaks, such as ${PSEUDO}; if they are none, remove them first.`,
      );
  const views = [];
  for (const unit of units) {
    if (unit.kind === 'document') continue;
    const { source, target, language, file } = unit;
    const texts = Object.entries(file.texts).map(
      ([key, text]) => [key, pseudoTranslation(removeNote(text))] as const,
    );
    await writeTexts(unit, file, new Map(texts), { prune });
    views.push({ source, target, language, written: texts.length });
  }
  if (json) io.json({ units: views });
  else
    io.out(
      formatTable([
        ['file', 'pseudo translations'],
        ...views.map(({ target, written }) => [target, formatNumber(written)]),
      ]),
    );
  return ExitCode.Done;
}
