import { fileURLToPath } from 'node:url';
import { findExpressions, hasCall, type Place, recordExpressions } from './find-expressions.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where an expression of a caller is made, which is the caller's own matter: the command tries it within a limit of time. */
const OF_CALLERS = ['src/command/plan/protect.ts', 'src/localise/checks/placeholders/protect.ts'];

/** A short and a long secret: they are searched for in different ways. */
const SECRETS = ['tok', 'a token of 32 letters, or a few more'];

/** Runs what makes expressions when it is called. What is made when a file is imported is made by the import alone. */
async function runMakers(): Promise<void> {
  const { makeRedactor } = await import('../../src/client/core/errors/redact.js');
  makeRedactor(SECRETS);
  const { otherEventTypeSchema } = await import('../../src/client/contract/answers.js');
  otherEventTypeSchema();
  const { makeTermFinder } = await import('../../src/localise/jobs/texts/pieces/terms.js');
  makeTermFinder(['Acme', '(C++)', '日本']);
  const { createSandbox } = await import('../../src/sandbox.js');
  const { sandboxHandlers } = await import('../../src/msw.js');
  sandboxHandlers(createSandbox());
  const { readIcu } = await import('../../src/localise/checks/icu/icu-text.js');
  const forms = "{n, plural, other {'{<b>'a {g, select, other {'{<b>'b}}}}";
  const style = { isQuoted: true, keepsNumberSign: false };
  readIcu(forms, true)?.render(new Map([['cardinal n', 'other']]), style);
  await import('../../src/command/discovery/layouts.js');
  const { readLocaleFile } = await import('../../src/locale-files.js');
  for (const delimiter of [',', ';', '\t'])
    await readLocaleFile({ text: `key${delimiter}text\na${delimiter}b` }, { format: 'csv', to: 'de' });
  const po = await readLocaleFile(
    { text: 'msgid ""\nmsgstr "Project-Id-Version: a\\n"\n\nmsgid "a"\nmsgstr ""' },
    { format: 'po', to: 'de' },
  );
  po.write({ a: 'b' });
}

/** The expressions that the program makes while it runs, as literals, and the places whose expressions were not made. */
export async function listMade(): Promise<{
  readonly expressions: ReadonlySet<string>;
  readonly missing: readonly Place[];
}> {
  const makers = findExpressions().makers.filter(({ file }) => !OF_CALLERS.includes(file));
  const made = await recordExpressions(async () => {
    for (const file of new Set(makers.map((maker) => maker.file))) await import(root + file);
    await runMakers();
  });
  const own = made.filter(({ stack }) => makers.some((place) => hasCall(stack, place)));
  return {
    expressions: new Set(own.map(({ expression }) => expression)),
    missing: makers.filter((place) => !made.some(({ stack }) => hasCall(stack, place))),
  };
}
