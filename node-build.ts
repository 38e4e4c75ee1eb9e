// Builds the entries with ky or zod once more, for Node, Bun and Deno: all that the index reaches is in one file,
// which starts faster than a dozen. Bundlers are given the small files of tsup, of which they drop what nobody uses.
import { build } from 'rolldown';
import { client } from './tsup.config.ts';

const { index, oauth, schemas, texts } = client.entry;

await build({
  input: { index, oauth, schemas, texts },
  platform: 'node',
  external: ['ky', /^zod/],
  resolve: { alias: { '#runtime': `${import.meta.dirname}/src/runtime/node.ts` } },
  output: {
    dir: 'dist/for-node',
    chunkFileNames: '[name].js',
    sourcemap: true,
    comments: false,
    // V8 keeps a file that has any other character in two bytes for each, and reads it more slowly.
    charset: 'ascii',
    codeSplitting: { groups: [{ name: 'core', test: /\/src\/index\.ts$/ }] },
  },
});
