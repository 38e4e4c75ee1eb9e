// Replaces the package `encoding` in the build. We give gettext-parser only UTF-8, so the package's tables of other
// encodings are not needed.
// biome-ignore lint/style/noDefaultExport: the package has one.
export default { convert: (text: string): Uint8Array => Buffer.from(text) };
