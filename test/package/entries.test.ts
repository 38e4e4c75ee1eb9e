import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { runModule } from './run.js';

const { consumer } = inject('packed');
const dist = join(consumer, 'node_modules/translation-requester/dist');
const forNode = join(dist, 'for-node');

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const entries = Object.keys(manifest.exports)
  .filter((path) => !/\.(yaml|json)$/.test(path))
  .map((path) => path.replace('.', manifest.name));

/** What a file of the build imports, directly or not: other files of it, packages and modules of Node. */
async function importedBy(file: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>([file]);
  // A set that grows while it is walked is walked to its end.
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(dist, name), 'utf8');
    for (const [, from = ''] of text.matchAll(/^(?:import|export)\b[^;]*? from ["']([^"']+)["']/gm)) {
      found.add(from.startsWith('.') ? join(dirname(name), from) : from);
    }
  }
  found.delete(file);
  return found;
}

const requireHere = `
  import { createRequire } from 'node:module';
  import { join } from 'node:path';
  const require = createRequire(join(process.cwd(), 'package.json'));`;

describe.each(entries)('%s', (entry) => {
  test('exports the same names to import and to require', async () => {
    const names = await runModule(
      consumer,
      `${requireHere}
      const names = (module) => Object.keys(module).filter((name) => !/^(default|module.exports|__esModule)$/.test(name));
      console.log(JSON.stringify([names(await import('${entry}')), names(require('${entry}'))]));`,
    );
    const [imported, required] = names as [string[], string[]];
    expect(imported.length).toBeGreaterThan(0);
    expect(required.toSorted()).toEqual(imported.toSorted());
  });
});

describe('the package', () => {
  test('gives its contract and its manifest', async () => {
    const read = await runModule(
      consumer,
      `${requireHere}
      import { readFileSync } from 'node:fs';
      const contract = readFileSync(require.resolve('translation-requester/openapi.yaml'), 'utf8');
      console.log(JSON.stringify([contract.split('\\n', 1)[0], require('translation-requester/package.json').name]));`,
    );
    expect(read).toEqual([expect.stringMatching(/^openapi: 3\.1/), 'translation-requester']);
  });

  test('knows the errors of its other format, class by class', async () => {
    const known = await runModule(
      consumer,
      `${requireHere}
      import * as esm from 'translation-requester';
      const cjs = require('translation-requester');
      const caught = async ({ Requester }) => {
        const fetch = async () => Response.json({ success: false, message: 'Page not Found', error_code: 404 }, { status: 404 });
        const requester = new Requester({ baseUrl: 'https://service.example', accessToken: 'token', fetch });
        return requester.account.get().catch((error) => error);
      };
      const judge = (error, { NotFoundError, ApiError, RequesterError, TimeoutError, isRequesterError }) =>
        [NotFoundError, ApiError, RequesterError, TimeoutError].map((one) => error instanceof one).concat(isRequesterError(error));
      console.log(JSON.stringify([esm.Requester === cjs.Requester, judge(await caught(esm), cjs), judge(await caught(cjs), esm)]));`,
    );
    const verdict = [true, true, true, false, true];
    expect(known).toEqual([false, verdict, verdict]);
  });

  test('shares its error classes between its entries', async () => {
    const shared = await runModule(
      consumer,
      `import { RequesterError } from 'translation-requester';
      import { OAuthError, StateMismatchError } from 'translation-requester/oauth';
      console.log(JSON.stringify([OAuthError, StateMismatchError].map(({ prototype }) => Object.getPrototypeOf(prototype) === RequesterError.prototype || prototype instanceof RequesterError)));`,
    );
    expect(shared).toEqual([true, true]);
  });

  test.each(['import', 'require'])('compiles its schemas on Node by %s', async (way) => {
    const made = await runModule(
      consumer,
      `${requireHere}
      let made = 0;
      globalThis.Function = new Proxy(Function, { construct: (...given) => { made += 1; return Reflect.construct(...given); } });
      const load = { import: (entry) => import(entry), require };
      const { Requester } = await load['${way}']('translation-requester');
      const fetch = async () => Response.json({ success: true, user: {} });
      const requester = new Requester({ baseUrl: 'https://service.example', accessToken: 'token', fetch });
      await requester.account.get().catch(() => {});
      console.log(made);`,
    );
    expect(made).toBeGreaterThan(0);
  });

  test('starts on Node from one file, which the other entries with ky or zod share', async () => {
    expect([...(await importedBy('for-node/index.js'))]).toEqual(['for-node/core.js', 'zod/mini', 'ky']);
    for (const entry of ['oauth', 'schemas', 'texts']) {
      expect([...(await importedBy(`for-node/${entry}.js`))]).toContain('for-node/core.js');
    }
  });

  test.each(['callbacks', 'redis', 'node', 'locale-files'])(
    'loads neither ky nor zod with %s alone',
    async (entry) => {
      const imported = await importedBy(`${entry}.js`);
      expect([...imported].filter((name) => !/^(chunk-\w+\.js|node:.*)$/.test(name))).toEqual([]);
      expect(imported.size).toBeGreaterThan(1);
    },
  );

  test('has no character in its build for Node that makes V8 keep a file in two bytes for each', async () => {
    const names = (await readdir(forNode)).filter((name) => name.endsWith('.js'));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const text = await readFile(join(forNode, name), 'utf8');
      expect(Buffer.byteLength(text), name).toBe(text.length);
    }
  });
});
