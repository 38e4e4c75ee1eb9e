import ts from 'typescript';
import { describe, expect, inject, test } from 'vitest';
import { complaints } from './compile.js';
import { CLIENT_PROGRAM, SANDBOX_PROGRAM, SCHEMAS_PROGRAM } from './programs.js';

const { consumer } = inject('packed');

const localeFiles = `
import { type LocaleFile, localeFormats, readLocaleFile } from 'translation-requester/locale-files';
const file: Promise<LocaleFile> = readLocaleFile('en.json', { to: 'de', format: localeFormats.json });
export const text: Promise<string> = file.then(({ write }) => write({ a: 'b' }));
// @ts-expect-error there is no such format
readLocaleFile('en.toml', { format: 'toml' });
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

describe.each(Object.entries(resolutions))('a program that resolves as %s', (_, resolution) => {
  test.each([
    ['an ES module with the DOM library', 'mts', withDom],
    ['an ES module without the DOM library', 'mts', withoutDom],
    ['a CommonJS module with the DOM library', 'cts', withDom],
    ['a CommonJS module without the DOM library', 'cts', withoutDom],
  ] as const)('compiles as %s', (_, extension, environment) => {
    const options = { ...resolution, ...environment };
    const programs = [CLIENT_PROGRAM, SANDBOX_PROGRAM, SCHEMAS_PROGRAM, localeFiles];
    expect(complaints(consumer, programs, extension, options)).toEqual([]);
  });

  test.each(['mts', 'cts'] as const)('compiles with msw as %s', (extension) => {
    // The declarations of msw itself are not ours to check.
    const options = { ...resolution, ...withDom, types: ['node'], skipLibCheck: true };
    expect(complaints(consumer, [msw], extension, options)).toEqual([]);
  });
});
