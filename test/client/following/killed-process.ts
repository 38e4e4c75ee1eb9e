// A process that follows the event log and is killed again and again: see test/node.test.ts.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRequesterError, Requester, type Store } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';

const [baseUrl = '', accessToken = '', folder = '', handledFile = '', run = '', task] = process.argv.slice(2);

const files = fileStore(folder);

/** While a save is under way, another program takes the place of this one, with its process id. */
const becomingAnother: Store = {
  ...bindStore(files),
  swap(...step) {
    void files.swap(...step);
    void sleep(5 * Math.random()).then(() => process.execve?.('/bin/sleep', ['sleep', '600']));
    return new Promise(() => undefined);
  },
};

function bindStore(store: Store): Store {
  return {
    get: (key) => store.get(key),
    swap: (...step) => store.swap(...step),
    keys: (prefix) => store.keys(prefix),
  };
}

const store = task === 'become-another' ? becomingAnother : files;
const requester = new Requester({ baseUrl, accessToken, store });
const stream = requester.events.follow({
  from: 'beginning',
  checkpoint: 'shop',
  interval: 5,
  maxInterval: 20,
});
try {
  for await (const { id } of stream) appendFileSync(handledFile, `${run} ${id}\n`);
} catch (error) {
  if (!isRequesterError(error) || error.name !== 'CheckpointConflictError') throw error;
  process.exit(1);
}
