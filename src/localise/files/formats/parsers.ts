// The parsers that formats use, and nobody else. They are large, so the package has one file with them, for ES modules and CommonJS:
// tsup.config.ts.
export { FluentParser } from '@fluent/syntax';
export { Comment, Pair, parseLines } from 'dot-properties';
export { po as gettext } from 'gettext-parser';
export { default as JSON5 } from 'json5';
export { Engine as PhpEngine } from 'php-parser';
export { parseTOML } from 'toml-eslint-parser';
export { Composer, Document, isAlias, isMap, isScalar, Parser, parseDocument, visit } from 'yaml';
