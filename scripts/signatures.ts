// Looks whether the installed packages are those that the registry signed: a part of npm run check. Without a registry that
// answers, it says that nothing was checked.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The most milliseconds for all packages. */
const TIMEOUT = 120_000;

/** What `npm audit signatures --json` prints. */
interface Audit {
  readonly invalid?: readonly { readonly name: string; readonly version: string }[];
  readonly missing?: readonly unknown[];
  readonly error?: { readonly code?: string };
}

/** Judges what npm printed. @returns the line to show, and whether packages are wrong */
export function judgeSignatures(printed: string): { readonly line: string; readonly isWrong: boolean } {
  let audit: Audit;
  try {
    audit = JSON.parse(printed);
  } catch {
    audit = { error: { code: 'no answer' } };
  }
  const { invalid, error } = audit;
  if (invalid === undefined || error !== undefined)
    return { line: `Signatures were not checked: ${error?.code ?? 'no answer'}.`, isWrong: false };
  if (invalid.length === 0) return { line: 'No package has a wrong signature.', isWrong: false };
  const names = invalid.map(({ name, version }) => `- ${name} ${version}`);
  return {
    line: ['These are not the packages that the registry signed:', ...names].join('\n'),
    isWrong: true,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const flags = ['--json', '--fetch-retries=0', '--fetch-timeout=5000'];
  const { stdout } = spawnSync('npm', ['audit', 'signatures', ...flags], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    timeout: TIMEOUT,
    shell: process.platform === 'win32',
  });
  const { line, isWrong } = judgeSignatures(stdout ?? '');
  if (isWrong) {
    console.error(line);
    process.exitCode = 1;
  } else console.log(line);
}
