import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { ENTRIES, findSubpath } from '../../scripts/entries.js';
import { runModule } from './run.js';

const { consumer } = inject('packed');
const dist = join(consumer, 'node_modules/translation-requester/dist');

const entries = ENTRIES.map((entry) => findSubpath(entry).replace('.', 'translation-requester'));

/** What a file of the build imports, directly or not: other files of it, packages and modules of Node. */
async function importedBy(file: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>([file]);
  // A set that grows while it is walked is walked to its end.
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(dist, name), 'utf8');
    for (const [, from = ''] of text.matchAll(
      /(?:^|;)(?:import|export)\b[^;]*?\bfrom\s*["']([^"']+)["']/gm,
    )) {
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
  test('exports its contract and its package.json', async () => {
    const read = await runModule(
      consumer,
      `${requireHere}
      import { readFileSync } from 'node:fs';
      const contract = readFileSync(require.resolve('translation-requester/openapi.yaml'), 'utf8');
      console.log(JSON.stringify([contract.split('\\n', 1)[0], require('translation-requester/package.json').name]));`,
    );
    expect(read).toEqual([expect.stringMatching(/^openapi: 3\.1/), 'translation-requester']);
  });

  test('recognises the errors of its other format, class by class', async () => {
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

  test.each(['import', 'require'] as const)(
    'loads each of its classes once in a program that loads every entry by %s',
    async (way) => {
      const { same, loaded } = (await runModule(
        consumer,
        `${requireHere}
        import { registerHooks } from 'node:module';
        import { pathToFileURL } from 'node:url';
        const loaded = new Set();
        registerHooks({ load: (url, context, next) => { loaded.add(url); return next(url, context); } });
        const load = { import: (entry) => import(entry), require };
        const modules = [];
        for (const entry of ${JSON.stringify(entries)}) modules.push(await load['${way}'](entry));
        const byName = Object.groupBy(modules.flatMap((module) => Object.entries(module)), ([name]) => name);
        const shared = Object.entries(byName).filter(([name, found]) => found.length > 1 && /^[A-Za-z]+$/.test(name) && name !== 'default');
        for (const path of Object.keys(require.cache)) loaded.add(String(pathToFileURL(path)));
        const same = shared.map(([name, found]) => [name, new Set(found.map(([, value]) => value)).size]);
        console.log(JSON.stringify({ same, loaded: [...loaded] }));`,
      )) as { same: [name: string, copies: number][]; loaded: string[] };
      expect(same.filter(([, copies]) => copies > 1)).toEqual([]);
      const own = loaded.filter((url) => url.includes('/translation-requester/dist/'));
      expect(own.length).toBeGreaterThan(entries.length);
      const texts = await Promise.all(own.map((url) => readFile(new URL(url), 'utf8')));
      // From behind the name, which the build changes where two are the same.
      const classes = texts.flatMap((text) =>
        [...text.matchAll(/\bclass\b[^{;\n]*\{([\s\S]{200})/g)].map(([, body]) => body),
      );
      expect(classes.length).toBeGreaterThan(100);
      expect(classes.filter((body, at) => classes.indexOf(body) !== at)).toEqual([]);
    },
  );

  test('starts on Node from at most 19 files, zod among them', async () => {
    const files = [...(await importedBy('index.js'))];
    expect(files.filter((name) => /^(ky|zod)\b/.test(name)).toSorted()).toEqual(['zod/mini']);
    expect(files.length).toBeLessThanOrEqual(19);
  });

  test.each(['import', 'require'])(
    'loads ky, and the fetch of Node, for the first call by %s',
    async (way) => {
      const loaded = await runModule(
        consumer,
        `${requireHere}
        const load = { import: (entry) => import(entry), require };
        const { Requester } = await load['${way}']('translation-requester');
        const undici = () => process.moduleLoadList.some((name) => name.includes('undici/undici'));
        const before = undici();
        const fetch = async () => new Response('{}');
        const requester = new Requester({ baseUrl: 'https://service.example', accessToken: 'token', fetch });
        const outcome = await requester.account.get({ retries: 0 }).catch(({ name }) => name);
        console.log(JSON.stringify({ before, after: undici(), outcome }));`,
      );
      expect(loaded).toEqual({ before: false, after: true, outcome: 'UnexpectedAnswerError' });
    },
  );

  test.each(['callbacks', 'redis', 'node', 'locale-files'])(
    'loads neither ky nor zod with only %s',
    async (entry) => {
      const imported = await importedBy(`${entry}.js`);
      expect(
        [...imported].filter((name) => !/^(chunk-\w+\.js|parsers\.cjs|node:.*|#runtime)$/.test(name)),
      ).toEqual([]);
      expect(imported.size).toBeGreaterThan(1);
    },
  );

  test('shows the help of the command from little code, without the client', async () => {
    const imported = await importedBy('cli.js');
    const files = [...imported].filter((name) => !name.startsWith('node:'));
    expect(files.filter((name) => !/^chunk-\w+\.js$/.test(name))).toEqual([]);
    const texts = await Promise.all(['cli.js', ...files].map((name) => readFile(join(dist, name), 'utf8')));
    // Of commander and @clack/prompts, for the most part.
    expect(texts.join('').length).toBeLessThan(170_000);
  });

  test('has only characters in its client that V8 stores in one byte', async () => {
    const names = [...(await importedBy('index.js')), 'index.js'].filter((name) => name.endsWith('.js'));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const text = await readFile(join(dist, name), 'utf8');
      expect(Buffer.byteLength(text), name).toBe(text.length);
    }
  });
});
