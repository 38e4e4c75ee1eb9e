// A process that Node sends through the proxy of its environment: it says what became of a write.
import { argv } from 'node:process';
import { inspect } from 'node:util';
import '../../../source-hooks.ts';

const { Requester } = await import('../../../../src/index.ts');
const [, , baseUrl = ''] = argv;
const requester = new Requester({ baseUrl, accessToken: 'a-token-of-a-test', logLevel: 'silent' });
Math.random = () => 0;
const error: object = await requester.organizations.create({ name: 'n' }).then(
  () => ({}),
  (reason) => reason,
);
console.log(JSON.stringify({ ...JSON.parse(JSON.stringify(error)), inspected: inspect(error) }));
