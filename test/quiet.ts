// What each process of tests begins with.

// The client loads it late, and no fake clock hurries that.
import 'ky';

// Many tests provoke warnings of the client, whose logger is the console unless they say otherwise.

const { warn, error } = console;

const isOfTheClient = (told: readonly unknown[]): boolean =>
  told.length === 2 && typeof told[0] === 'string' && typeof told[1] === 'object';

console.warn = (...told: unknown[]) => void (isOfTheClient(told) || warn(...told));
console.error = (...told: unknown[]) => void (isOfTheClient(told) || error(...told));
