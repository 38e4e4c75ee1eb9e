import { registerHooks } from 'node:module';

const SRC = new URL('../src/', import.meta.url).href;

/** What the package's own `imports` name, in the source instead of the build. */
const SOURCES: Readonly<Record<string, string>> = {
  '#runtime': '../src/runtime/node.ts',
};

// For processes of tests: the sources run as they are, without a build. Import this first.
registerHooks({
  resolve(specifier, context, next) {
    const source = SOURCES[specifier];
    if (source !== undefined) return next(new URL(source, import.meta.url).href, context);
    const isSource = specifier.startsWith('.') && context.parentURL?.startsWith(SRC) === true;
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
