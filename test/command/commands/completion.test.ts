import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shell } from '../shell.js';

async function complete(name: string) {
  const { run, printed } = shell();
  return { code: await run('completion', name), ...printed };
}

/** What bash offers for a line. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await complete('bash');
  const quoted = ['translation-requester', ...words].map((word) => `'${word}'`).join(' ');
  const program = `${out}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _translation_requester; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

const has = (name: string): boolean => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;

test.runIf(has('bash'))('bash completes commands, and the options of each', async () => {
  expect(await offered('')).toEqual(
    expect.arrayContaining(['init', 'quote', 'order', 'pull', 'completion', 'help']),
  );
  expect(await offered('or')).toEqual(['order']);
  expect(await offered('order', '--max')).toEqual(['--max-points']);
  expect(await offered('pull', '--w')).toEqual(['--wait']);
  // Files are bash's own.
  expect(await offered('order', 'loc')).toEqual([]);
});

test.each([['bash'], ['zsh']])('%s takes its script', async (name) => {
  const { code, out, err } = await complete(name);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const word of ['order', 'max-points', 'translation-requester']) expect(out).toContain(word);
  if (has(name)) expect(spawnSync(name, ['-n'], { input: out, encoding: 'utf8' }).stderr).toBe('');
});

test('fish completes commands, and the options of each', async () => {
  const { code, out } = await complete('fish');
  expect(code).toBe(0);
  expect(out).toMatch(/-n '__fish_seen_subcommand_from order' -l max-points -d '/);
  if (!has('fish')) return;
  const ask = (line: string) =>
    spawnSync('fish', ['-c', `${out}\ncomplete -C '${line}'`], { encoding: 'utf8' });
  expect(ask('translation-requester or').stdout).toMatch(/^order\t/);
  expect(ask('translation-requester order --max-p').stdout).toMatch(/^--max-points\t/);
});

test('another shell is refused, and the ones that there are are named', async () => {
  const { code, err } = await complete('tcsh');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/tcsh.*bash, zsh, fish/s) });
});
