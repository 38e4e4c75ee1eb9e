// Replaces what gettext-parser imports, in the build. We give it only UTF-8, so the tables of the package `encoding` are not needed;
// and we use none of its streams: the file with the parsers asks for no module of Node, so that a program can be bundled into one file,
// whatever its format.
export const Buffer: typeof globalThis.Buffer = globalThis.Buffer;
export class Transform {}
// biome-ignore lint/style/noDefaultExport: `encoding` and `node:util` have one.
export default {
  convert: (text: string): Uint8Array => Buffer.from(text),
  inherits: (): void => undefined,
};
