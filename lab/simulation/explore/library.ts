import { registerHooks } from 'node:module';

const SRC = new URL('../../../src/', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const [copy] = /\?copy=\w+$/.exec(context.parentURL ?? '') ?? [];
    const isShared = copy === undefined || !found.url.startsWith(SRC) || found.url.endsWith(copy);
    return isShared ? found : { ...found, url: found.url + copy };
  },
});

/** What a process has of the package. */
export interface Library {
  readonly main: typeof import('../../../src/index.ts');
  readonly texts: typeof import('../../../src/texts.ts');
}

/**
 * Loads a copy of the package with a memory of its own, as another process has one: what one process has in flight is seen by
 * its own callers alone. Copies in one process share some things by the names of symbols, so these names differ here.
 */
export async function loadLibrary(copy: string): Promise<Library> {
  const real = Symbol.for;
  Symbol.for = (name) => real(name.startsWith('translation-requester.') ? `${name} ${copy}` : name);
  try {
    // What is imported has the types of the files that it is a copy of.
    const main = (await import(`${SRC}index.ts?copy=${copy}`)) as Library['main'];
    const texts = (await import(`${SRC}texts.ts?copy=${copy}`)) as Library['texts'];
    return { main, texts };
  } finally {
    Symbol.for = real;
  }
}
