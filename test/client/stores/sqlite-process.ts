// A process of its own, which its parent may kill: it counts in a database that it shares with others.
import { appendFileSync } from 'node:fs';
import { argv } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from '../../../src/node.js';

const [, , path = '', log = '', count = '0'] = argv;
const store = sqliteStore(new DatabaseSync(path));

for (let number = 0; number < Number(count); number += 1) {
  for (let done = false; !done; ) {
    const text = await store.get('count');
    done = await store.swap('count', text, `${Number(text ?? 0) + 1}`);
  }
  // A line at once: what is written down before a kill stays.
  appendFileSync(log, 'counted\n');
}
