import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** All texts of the source, with `…` for what differs. */
async function sources(): Promise<string> {
  const names = await readdir(fileURLToPath(new URL('src', root)), { recursive: true });
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFile(new URL(`src/${name}`, root), 'utf8')),
  );
  return texts
    .join('\n')
    .replaceAll(/\$\{[^}]*\}/g, '…')
    .replaceAll("\\'", "'");
}

test('the page about trouble quotes only messages that the source has', async () => {
  const page = await readFile(new URL('docs/troubleshooting.md', root), 'utf8');
  const headings = [...page.matchAll(/^- \*\*(.*?)\*\*:/gm)].map(([, heading = '']) => heading);
  const quoted = headings.flatMap((heading) =>
    [...heading.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  );
  expect(quoted.length).toBeGreaterThan(25);
  const source = await sources();
  const pieces = quoted.flatMap((text) => text.split('…').map((piece) => piece.trim())).filter(Boolean);
  expect(pieces.filter((piece) => !source.includes(piece))).toEqual([]);
});
