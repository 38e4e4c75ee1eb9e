import ts from 'typescript';
import { expect, inject, test } from 'vitest';
import { complaints } from './compile.js';
import { CLIENT_PROGRAM, SANDBOX_PROGRAM, SCHEMAS_PROGRAM } from './programs.js';

const { consumer } = inject('packed');

const localeFiles = `
import { type LocaleFile, localeFormats, readLocaleFile } from 'translation-requester/locale-files';
const file: Promise<LocaleFile> = readLocaleFile('en.json', { to: 'de', format: localeFormats.json });
export const text: Promise<string> = file.then(({ write }) => write({ a: 'b' }));
// @ts-expect-error there is no such format
readLocaleFile('en.ini', { format: 'ini' });
`;

const msw = `
import { sandboxHandlers } from 'translation-requester/msw';
import { createSandbox } from 'translation-requester/sandbox';
export const count: number = sandboxHandlers(createSandbox()).length;
// @ts-expect-error a sandbox is needed
sandboxHandlers();
`;

const { ModuleKind, ModuleResolutionKind } = ts;
const resolutions = {
  node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
  nodenext: { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext },
  bundler: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
} satisfies Record<string, ts.CompilerOptions>;

const withDom: ts.CompilerOptions = {
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: [],
};
const withoutDom: ts.CompilerOptions = { lib: ['lib.es2023.d.ts'], types: ['node'] };

type Resolution = keyof typeof resolutions;

/** Each two of resolution, format and library come together once; all three take minutes. */
const PROGRAMS: readonly (readonly [Resolution, 'mts' | 'cts', 'with' | 'without'])[] = [
  ['node16', 'mts', 'with'],
  ['node16', 'cts', 'without'],
  ['nodenext', 'mts', 'without'],
  ['nodenext', 'cts', 'with'],
  ['bundler', 'mts', 'with'],
  ['bundler', 'cts', 'without'],
];

test.each(PROGRAMS)('a program that resolves as %s compiles as .%s, %s the DOM library', (...program) => {
  const [resolution, extension, library] = program;
  const options = { ...resolutions[resolution], ...(library === 'with' ? withDom : withoutDom) };
  const programs = [CLIENT_PROGRAM, SANDBOX_PROGRAM, SCHEMAS_PROGRAM, localeFiles];
  expect(complaints(consumer, programs, extension, options)).toEqual([]);
});

test.each([
  ['node16', 'cts'],
  ['nodenext', 'mts'],
  ['bundler', 'mts'],
] as const)('a program that resolves as %s compiles with msw as .%s', (resolution, extension) => {
  // The declarations of msw itself are not ours to check.
  const options = { ...resolutions[resolution], ...withDom, types: ['node'], skipLibCheck: true };
  expect(complaints(consumer, [msw], extension, options)).toEqual([]);
});

test('a type is the same one to a module and to CommonJS', () => {
  const program = `import { type ApiError, Requester } from 'translation-requester';
import type { ApiError as Other, Requester as Required } from 'translation-requester' with { 'resolution-mode': 'require' };
export const convert = (requester: Requester, error: Other): [Required, ApiError] => [requester, error];
export class Own extends Requester {}
`;
  const options = { ...resolutions.nodenext, ...withoutDom };
  expect(complaints(consumer, [program], 'mts', options)).toEqual([]);
});
