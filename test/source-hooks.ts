import { registerHooks } from 'node:module';

const SRC = new URL('../src/', import.meta.url).href;
/** The samples of the formats, which the tables of pages are made of. */
const SAMPLES = new URL('localise/', import.meta.url).href;

/** The file of the source for what the package names in its own `imports` and `exports`. */
function findSource(specifier: string): string | undefined {
  if (specifier === '#runtime') return 'client/core/runtime/node.ts';
  const [, name] = /^translation-requester(?:\/([a-z-]+))?$/.exec(specifier) ?? [];
  return specifier === 'translation-requester' || name !== undefined ? `${name ?? 'index'}.ts` : undefined;
}

// For the demo and for processes of tests: the sources run as they are, without a build. Import this first, or by
// `node --import`.
registerHooks({
  resolve(specifier, context, next) {
    const source = findSource(specifier);
    if (source !== undefined) return next(new URL(source, SRC).href, context);
    const isOurs = [SRC, SAMPLES].some((folder) => context.parentURL?.startsWith(folder));
    const isSource = specifier.startsWith('.') && isOurs;
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
