// Takes the place of the package `encoding` in the build: gettext's parser is given UTF-8 alone, and so needs no tables
// of other encodings.
// biome-ignore lint/style/noDefaultExport: the package has one.
export default { convert: (text: string): Uint8Array => Buffer.from(text) };
