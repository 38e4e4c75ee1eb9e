// A process that follows the event log and is killed again and again: see test/node.test.ts.
import { appendFileSync } from 'node:fs';
import { Requester } from '../../src/index.js';
import { fileCheckpoint } from '../../src/node.js';

const [baseUrl = '', accessToken = '', place = '', journal = '', run = ''] = process.argv.slice(2);

const requester = new Requester({ baseUrl, accessToken });
const stream = requester.events.follow({
  from: 'beginning',
  checkpoint: fileCheckpoint(place),
  interval: 5,
  maxInterval: 20,
});
for await (const { id } of stream) appendFileSync(journal, `${run} ${id}\n`);
