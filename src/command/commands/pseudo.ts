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
