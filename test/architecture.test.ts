import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Import, leads, sourceImports } from './source-imports.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The entries of the client. The other wings use it through them alone. */
const CLIENT = ['index.ts', 'errors.ts', 'internals.ts'];

/** What the rooms of the client that know the business stand on. */
const CLIENT_GROUND = ['client/core', 'client/contract', 'client/stores'];

/** The stores for Node alone. */
const NODE_STORES = ['file-from-path', 'file-store', 'file-system', 'sqlite-store'];

/** The public interface of every wing. */
const PUBLISHED = [
  'index.ts',
  'node.ts',
  'oauth.ts',
  'texts.ts',
  'documents.ts',
  'locale-files.ts',
  'sandbox.ts',
];

/**
 * What each place may import, beside itself and base/: a file, or a folder with all that is in it. The longest name
 * that fits a file says what it may import. `type x` allows types of x alone.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  base: [],

  'client/contract': ['zod', 'client/core/runtime'],
  'client/core/errors': [],
  'client/core/runtime': ['client/core/errors', 'ky', 'zod', 'node:'],
  'client/core/http': ['client/core/errors', 'client/core/runtime'],
  'client/core/paging': ['client/core/errors', 'client/core/http'],
  'client/stores': ['client/core/errors'],
  ...allow(
    NODE_STORES.map((name) => `client/stores/${name}.ts`),
    ['client/stores', 'client/core/errors', 'node:'],
  ),
  ...allow(['client/ordering', 'client/following', 'client/oauth'], CLIENT_GROUND),
  'client/internals.ts': [...CLIENT_GROUND, 'client/ordering'],
  'client/resources': [...CLIENT_GROUND, 'client/ordering', 'client/following', 'type client/internals.ts'],
  'client/requester.ts': [
    'client/core',
    'client/stores',
    'client/ordering',
    'client/resources',
    'client/internals.ts',
  ],
  ...allow(
    ['index.ts', 'errors.ts', 'internals.ts', 'oauth.ts', 'node.ts', 'redis.ts', 'testing.ts'],
    ['client', 'errors.ts'],
  ),
  'schemas.ts': ['client/contract'],

  // Only types of the index: whatever it exports would be in a server's bundle.
  server: ['errors.ts', 'internals.ts', 'type index.ts'],
  'server/proxy': ['server', 'errors.ts', 'internals.ts', 'type index.ts', 'multipasta'],
  ...allow(['callbacks.ts', 'proxy.ts'], ['server', 'type internals.ts']),

  'localise/checks': CLIENT,
  'localise/files': ['localise/checks', ...CLIENT],
  ...allow(
    ['localise/files/content.ts', 'localise/files/read-options.ts'],
    ['localise/files', ...CLIENT, 'node:'],
  ),
  'localise/files/formats': [
    'localise/files',
    'localise/checks',
    'saxes',
    'gettext-parser',
    '@tannin/plural-forms',
    'yaml',
    'dot-properties',
    'json5',
    'php-parser',
    '@fluent/syntax',
    'type @fluent/syntax',
    'toml-eslint-parser',
  ],
  'localise/files/messages': ['localise/files', 'localise/checks'],
  'localise/jobs': ['localise/checks', ...CLIENT],
  ...allow(['texts.ts', 'documents.ts', 'locale-files.ts'], ['localise']),

  'sandbox/base': [],
  'sandbox/events': [],
  'sandbox/world': ['sandbox/events'],
  'sandbox/orders': ['sandbox/world', 'fflate', 'saxes'],
  'sandbox/views': ['sandbox/orders'],
  'sandbox/http': ['sandbox/world', 'sandbox/views', 'hono'],
  'sandbox/routes': ['sandbox/world', 'sandbox/orders', 'sandbox/views', 'sandbox/http', 'hono'],
  'sandbox/controls': ['type sandbox/events', 'sandbox/world', 'sandbox/orders', 'sandbox/views'],
  'sandbox/transport': ['sandbox/world', 'sandbox/http', 'sandbox/routes', 'sandbox/controls', 'type hono'],
  // The one place in the sandbox that knows Node. It asks for the module while it runs.
  'sandbox/transport/server.ts': ['type sandbox/transport', 'type node:'],
  'sandbox/control-interface': [
    'sandbox/world',
    'sandbox/orders',
    'sandbox/controls',
    'type sandbox/http',
    'hono',
  ],
  // A page in a browser, and what makes it.
  'sandbox/desk': ['type sandbox/control-interface', 'preact', '@preact/signals', '@tanstack/virtual-core'],
  'sandbox/desk/build.ts': ['sandbox/desk', 'esbuild', 'node:', 'yaml'],
  sandbox: ['sandbox'],
  'sandbox.ts': ['sandbox'],
  'msw.ts': ['msw', 'type sandbox.ts'],

  'command-internals.ts': ['client', 'localise', 'sandbox'],
  command: [...PUBLISHED, 'command-internals.ts', 'node:', 'zod', 'commander'],
  'command/terminal/format.ts': ['command', 'string-width'],
  // Reads what documents of Office show.
  'command/files/visible-texts.ts': ['command', 'node:', 'fflate', 'saxes'],
  'command/terminal/process-terminal.ts': ['command', 'node:', '@clack/prompts'],
};

/** The same arrows for several places. */
function allow(places: readonly string[], arrows: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(places.map((place) => [place, arrows]));
}

/** What every room of a wing may import. */
const OF_WINGS: Readonly<Record<string, readonly string[]>> = {
  sandbox: ['sandbox/base', 'type client/contract'],
};

/** Take the place of another file on Node, by the package's imports map. */
const OF_NODE = new Set(
  ['connections', 'environment', 'node'].map((name) => `src/client/core/runtime/${name}.ts`),
);

/** A place as the arrows name it: a path in src, a module of Node, or a package. */
function findPlace(module: string): string {
  if (module.startsWith('src/')) return module.slice('src/'.length);
  return module.startsWith('node:') ? 'node:' : findPackage(module);
}

function findPackage(module: string): string {
  const parts = module.split('/');
  return parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
}

const within = (place: string, name: string): boolean => place === name || place.startsWith(`${name}/`);

/** The name in the arrows that a file of ours goes by. */
function findRoom(file: string): string | undefined {
  const names = Object.keys(ARROWS).filter((name) => within(findPlace(file), name));
  return names.sort((a, b) => b.length - a.length)[0];
}

const isPartOf = (file: string, ...names: readonly string[]): boolean =>
  names.some((name) => within(findPlace(file), name));

function allows({ from, to, typeOnly }: Import): boolean {
  const room = findRoom(from);
  const target = findPlace(to);
  const [wing = ''] = findPlace(from).split('/');
  const arrows = room === undefined ? [] : [room, 'base', ...(OF_WINGS[wing] ?? []), ...(ARROWS[room] ?? [])];
  return arrows.some((arrow) =>
    arrow.startsWith('type ')
      ? typeOnly && within(target, arrow.slice('type '.length))
      : within(target, arrow),
  );
}

const readImports = sourceImports();
const files = [...readImports.keys()];
const imports = [...readImports.values()].flat();

/** An import, seen from the folder that both files are in: from core/http/call.ts to base/kinds.ts, it is one from core/ to base/. */
function asNeighbours({ from, to, typeOnly }: Import): Import {
  const [first, second] = [from.split('/'), to.split('/')];
  const depth = first.findIndex((name, at) => name !== second[at]) + 1;
  return { from: first.slice(0, depth).join('/'), to: second.slice(0, depth).join('/'), typeOnly };
}

const neighbours = imports.filter(({ to }) => to.startsWith('src/')).map(asNeighbours);
const importsOfNeighbours = new Map(
  neighbours.map(({ from }) => [from, neighbours.filter((item) => item.from === from)]),
);

const told = (found: readonly Import[]): string[] => found.map(({ from, to }) => `${from} imports ${to}`);

describe('the arrows', () => {
  test('are read from every source file', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(300);
    expect(files.filter((file) => findRoom(file) === undefined)).toEqual([]);
  });

  test('are those of the design, and no others', () => {
    expect(told(imports.filter((each) => !allows(each)))).toEqual([]);
  });

  test('go one way: there is no circle, of types neither', () => {
    expect(told(imports.filter(({ from, to }) => leads(readImports, to, from)))).toEqual([]);
  });

  test('go one way between folders, too', () => {
    expect(told(neighbours.filter(({ from, to }) => leads(importsOfNeighbours, to, from)))).toEqual([]);
  });

  test.each([
    ['src/texts.ts', 'src/client/core/http/transport.ts', true],
    ['src/client/core/http/transport.ts', 'src/texts.ts', false],
    ['src/texts.ts', 'node:fs', false],
  ])('lead from %s to %s: %s', (from, to, expected) => {
    expect(leads(readImports, from, to)).toBe(expected);
  });

  test('are seen to be a circle when two files import each other', () => {
    const arrow = (from: string, to: string): Import => ({ from, to, typeOnly: true });
    const imports = new Map([
      ['a', [arrow('a', 'b')]],
      ['b', [arrow('b', 'c')]],
      ['c', [arrow('c', 'a'), arrow('c', 'd')]],
    ]);
    expect(['a', 'b', 'c', 'd'].filter((each) => leads(imports, each, 'a'))).toEqual(['a', 'b', 'c']);
  });

  test('lead to the network from transport.ts alone, by the fetch of the settings', async () => {
    // The listener makes a Request of what has arrived.
    const others = ['sandbox', 'sandbox.ts', 'msw.ts', 'command', 'server/node-listener.ts'];
    const client = files.filter((file) => !isPartOf(file, ...others));
    const texts = await Promise.all(client.map((file) => readFile(root + file, 'utf8')));
    const calling = client.filter((_, index) => /\bfetch\(|new Request\(/.test(texts[index] ?? ''));
    expect(calling.sort()).toEqual(['src/client/core/http/transport.ts']);
  });

  test('lead to a terminal from few files, each of which makes what it prints printable', async () => {
    const texts = await Promise.all(files.map((file) => readFile(root + file, 'utf8')));
    const code = texts.map((text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''));
    const printing = files.filter((_, at) => /\bconsole\b|\bstd(?:out|err)\b/.test(code[at] ?? ''));
    expect(printing.sort()).toEqual([
      // The logger of a program that names none.
      'src/client/core/http/settings.ts',
      'src/client/core/runtime/environment.ts',
      // It listens for a reader who has gone.
      'src/command/main.ts',
      'src/command/terminal/process-terminal.ts',
      'src/sandbox/transport/unknown-paths.ts',
    ]);
    const holdsTerminal = files.filter((_, at) => /\bterminal\.(?:out|err)\(/.test(code[at] ?? ''));
    expect(holdsTerminal).toEqual(['src/command/terminal/io.ts']);
  });

  test('lead from the sandbox to no part of the client but the types of the contract', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        isPartOf(from, 'sandbox') && isPartOf(to, 'client') && !(isPartOf(to, 'client/contract') && typeOnly),
    );
    expect(told(wrong)).toEqual([]);
  });

  test.each<readonly [string, string, boolean, boolean]>([
    ['src/client/core/http/http.ts', 'src/client/core/http/retry.ts', false, true],
    ['src/client/core/http/http.ts', 'src/client/contract/answers.ts', false, false],
    ['src/client/core/http/http.ts', 'src/client/contract/types.ts', true, false],
    ['src/client/core/http/http.ts', 'zod/mini', false, false],
    ['src/client/core/http/http.ts', 'node:fs', false, false],
    ['src/client/resources/files.ts', 'src/client/contract/answers.ts', false, true],
    ['src/client/resources/files.ts', 'hono', false, false],
    ['src/client/stores/store.ts', 'src/base/options.ts', false, true],
    ['src/client/stores/store.ts', 'src/client/core/http/http.ts', false, false],
    ['src/client/stores/store.ts', 'node:fs', false, false],
    ['src/client/stores/store.ts', 'src/client/following/checkpoint.ts', true, false],
    ['src/client/stores/file-system.ts', 'node:fs', false, true],
    ['src/client/stores/redis-store.ts', 'node:fs', false, false],
    ['src/client/ordering/once.ts', 'src/client/stores/store.ts', false, true],
    ['src/redis.ts', 'redis', false, false],
    ['src/localise/jobs/texts/order-texts.ts', 'src/index.ts', false, true],
    ['src/localise/jobs/texts/order-texts.ts', 'src/client/core/errors/errors.ts', false, false],
    ['src/localise/jobs/texts/order-texts.ts', 'src/client/contract/types.ts', true, false],
    ['src/localise/jobs/documents/order-document.ts', 'src/localise/jobs/engine/run.ts', false, true],
    ['src/localise/files/file.ts', 'src/index.ts', false, true],
    ['src/localise/files/file.ts', 'src/client/core/errors/errors.ts', false, false],
    ['src/localise/files/file.ts', 'node:fs/promises', false, false],
    ['src/localise/files/render.ts', 'src/localise/files/document.ts', false, true],
    ['src/localise/files/render.ts', 'saxes', false, false],
    ['src/localise/files/formats/xml.ts', 'saxes', false, true],
    ['src/locale-files.ts', 'src/localise/files/read-locale-file.ts', false, true],
    ['src/locale-files.ts', 'src/index.ts', false, false],
    ['src/client/contract/inputs.ts', 'zod/mini', false, true],
    ['src/client/contract/inputs.ts', 'src/client/core/errors/errors.ts', true, false],
    ['src/sandbox/views/views.ts', 'src/client/contract/types.ts', true, true],
    ['src/sandbox/views/views.ts', 'src/client/contract/answers.ts', false, false],
    ['src/sandbox/world/state.ts', 'node:fs', false, false],
    ['src/command/command.ts', 'node:fs', false, true],
    ['src/command/command.ts', 'src/base/names.ts', false, true],
    ['src/command/command.ts', 'src/client/core/http/http.ts', false, false],
    ['src/sandbox/base/refusal.ts', 'src/base/options.ts', false, true],
    ['src/base/options.ts', 'src/client/core/errors/errors.ts', true, false],
    ['src/command/files/disk.ts', 'src/command-internals.ts', false, true],
    ['src/command/files/disk.ts', 'src/client/stores/file-system.ts', false, false],
    ['src/server/proxy/handler.ts', 'src/internals.ts', false, true],
    ['src/server/proxy/handler.ts', 'src/client/core/http/http.ts', true, false],
    ['src/server/proxy/handler.ts', 'src/localise/jobs/engine/options.ts', true, false],
    ['src/command/sandbox/state-file.ts', 'src/client/stores/file-system.ts', false, false],
    ['src/command/sandbox/serve.ts', 'src/sandbox/sandbox.ts', false, false],
    ['src/sandbox/routes/files.ts', 'hono/tiny', false, true],
    ['src/msw.ts', 'src/sandbox.ts', false, false],
    ['src/client/requester.ts', 'src/client/contract/answers.ts', false, false],
    ['src/client/core/http/http.ts', 'src/client/core/paging/listing.ts', false, false],
    ['src/sandbox/base/clock.ts', 'src/sandbox/world/state.ts', true, false],
    ['src/sandbox/transport/server.ts', 'node:http', true, true],
    ['src/sandbox/transport/server.ts', 'node:http', false, false],
    ['src/sandbox/transport/server.ts', 'src/sandbox/world/state.ts', true, false],
    ['src/sandbox/control-interface/actions.ts', 'src/sandbox/controls/faults.ts', true, true],
    ['src/sandbox/control-interface/actions.ts', 'src/sandbox/sandbox.ts', true, false],
    ['src/sandbox/control-interface/actions.ts', 'node:http', false, false],
    ['src/sandbox/transport/service.ts', 'src/sandbox/control-interface/actions.ts', true, false],
    ['src/sandbox/desk/store.ts', 'src/sandbox/control-interface/views.ts', true, true],
    ['src/sandbox/desk/store.ts', 'src/sandbox/control-interface/views.ts', false, false],
    ['src/sandbox/desk/store.ts', 'esbuild', false, false],
    ['src/sandbox/controls/faults.ts', 'src/sandbox/control-interface/actions.ts', true, false],
    ['src/sandbox/transport/service.ts', 'node:http', false, false],
    ['src/sandbox/sandbox.ts', 'src/sandbox/transport/service.ts', false, true],
  ])('from %s to %s (types only: %s): allowed %s', (from, to, typeOnly, allowed) => {
    expect(allows({ from, to, typeOnly })).toBe(allowed);
  });
});

describe.each([
  'src/index.ts',
  'src/oauth.ts',
  'src/callbacks.ts',
  'src/proxy.ts',
  'src/redis.ts',
  'src/texts.ts',
  'src/testing.ts',
])('what %s reaches', (entry) => {
  const reached = (): Set<string> => {
    const found = new Set([entry]);
    // A set that grows while it is walked is walked to its end.
    for (const file of found)
      for (const { from, to } of imports) if (from === file && !OF_NODE.has(to)) found.add(to);
    return found;
  };

  test('is there', () => {
    expect(reached().size).toBeGreaterThan(5);
  });

  test('has no module of Node', () => {
    expect([...reached()].filter((place) => place.startsWith('node:'))).toEqual([]);
  });

  test('touches neither Buffer nor process', async () => {
    const sources = [...reached()].filter((place) => place.startsWith('src/'));
    const found = await Promise.all(
      sources.map(async (file) => touches(file, await readFile(root + file, 'utf8'))),
    );
    expect(found.flat()).toEqual([]);
  });
});

/** Where a file names one of Node's globals, itself or as a property of globalThis. */
function touches(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isIdentifier(node) &&
      (node.text === 'Buffer' || node.text === 'process') &&
      !isOthersProperty(node)
    ) {
      found.push(`${file} touches ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
  return found;
}

function isOthersProperty(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    ts.isPropertyAccessExpression(parent) &&
    parent.name === node &&
    parent.expression.getText() !== 'globalThis'
  );
}

test.each([
  ['Buffer.from(x)', 1],
  ['globalThis.process', 1],
  ['x.process', 0],
  ['new Uint8Array(2)', 0],
])('%s touches %i of the globals of Node', (text, count) => {
  expect(touches('x.ts', text)).toHaveLength(count);
});

/**
 * The files that may ask `Intl` about a language. All others ask `base/language-code.ts`, so that no two readers of files
 * disagree about region, script and letter case.
 */
const ASKS_INTL: Readonly<Record<string, string>> = {
  'src/base/language-code.ts': 'It reads, names and spells the codes of languages.',
  'src/localise/files/plurals.ts': 'Plural rules know which languages they have.',
};

test('the codes of languages are read, compared and spelled in one file', async () => {
  const asking =
    /\bIntl\s*(?:\.|\[|\?\.)\s*['"`]?(?:Locale|getCanonicalLocales|DisplayNames)\b|\bsupportedLocalesOf\b/;
  // A destructured Intl would hide its use.
  const hiding = /\}\s*=\s*Intl\b|=\s*Intl\s*;/;
  // Or a rule of their own: the other separator, and the letters in front of the first.
  const folding =
    /replaceAll\((?:'_', '-'|'-', '_'|\/\[[-_+]{2,3}\]\/g, '[-_]')\)|split\((?:'-'|\/\[[-_@.+]+\]\/)\)\[0\]/;
  const texts = await Promise.all(files.map((file) => readFile(root + file, 'utf8')));
  const matching = (pattern: RegExp): readonly string[] =>
    files.filter((_, at) => pattern.test(texts[at] ?? '')).toSorted();
  expect(matching(asking)).toEqual(Object.keys(ASKS_INTL));
  expect(matching(hiding)).toEqual([]);
  expect(matching(folding)).toEqual(['src/base/language-code.ts']);
});

/**
 * The files that may read a message to decide something: whoever wrote it gives no other sign. In the rest of src, a
 * message may be put into another text or passed on, and nothing else.
 */
const READS_MESSAGES: Readonly<Record<string, string>> = {
  'src/client/core/errors/judge-write.ts':
    'The service tells a malformed body from a missing right by its message alone.',
  'src/client/core/runtime/connections.ts': 'Some runtimes give a failed connection no code.',
  'src/localise/files/formats/xml.ts':
    'saxes begins its message with the place, which ours says in another form.',
  'src/command/command.ts': 'commander says in its message alone what it did not understand.',
};

/** Where a file compares, matches, cuts or rewrites the message of an error or an issue. */
function readMessages(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const names = new Set<string>();
  const found: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === 'message')
      names.add(node.name.getText());
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    const isMessage =
      (ts.isPropertyAccessExpression(node) && node.name.text === 'message') ||
      (ts.isIdentifier(node) && names.has(node.text) && !isOthersProperty(node));
    if (isMessage && decides(node)) found.push(node.parent.getText());
    ts.forEachChild(node, visit);
  };
  collect(source);
  visit(source);
  return found;
}

const MATCHERS = new Set(['test', 'exec', 'match', 'search', 'includes', 'indexOf', 'has']);

/** Whether something is decided by a message, or another one is made by changing it. */
function decides(node: ts.Node): boolean {
  const { parent } = node;
  // String(error.message) is the same text.
  if (ts.isCallExpression(parent) && parent.expression.getText() === 'String') return decides(parent);
  if (ts.isPropertyAccessExpression(parent))
    return parent.expression === node && parent.name.text in String.prototype;
  if (ts.isElementAccessExpression(parent)) return parent.expression === node;
  if (ts.isSwitchStatement(parent)) return true;
  if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression))
    return parent.arguments.some((each) => each === node) && MATCHERS.has(parent.expression.name.text);
  if (!ts.isBinaryExpression(parent)) return false;
  if (parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) return parent.left === node;
  const others = [parent.left, parent.right].filter((each) => each !== node);
  return COMPARISONS.has(parent.operatorToken.kind) && others.every((each) => each.getText() !== 'undefined');
}

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.GreaterThanToken,
]);

test('no message is compared, matched, cut or rewritten', async () => {
  const found = await Promise.all(
    files.map(async (file) =>
      readMessages(file, await readFile(root + file, 'utf8')).map((place) => `${file}: ${place}`),
    ),
  );
  const isAllowed = (place: string): boolean =>
    Object.keys(READS_MESSAGES).some((file) => place.startsWith(`${file}: `));
  expect(found.flat().filter((place) => !isAllowed(place))).toEqual([]);
  // Each exception is still needed.
  const needed = Object.keys(READS_MESSAGES).filter((file) =>
    found.flat().some((each) => each.startsWith(file)),
  );
  expect(needed).toEqual(Object.keys(READS_MESSAGES));
});

test.each([
  ["error.message === 'lost'", 1],
  ['error.message.endsWith(END)', 1],
  ['/lost/.test(error.message)', 1],
  ["error.message = 'lost'", 1],
  ['const { message } = error; if (message !== LOST) throw error', 1],
  ['const { message: said } = error; switch (said) {}', 1],
  ["const { message } = error; report('lost', message)", 0],
  ['report({ message: error.message })', 0],
  ['error.message === undefined', 0],
])('%s reads %i messages', (text, count) => {
  expect(readMessages('x.ts', text)).toHaveLength(count);
});
