// A process that places one order from a shared budget: node paying-process.ts <url> <folder> <milliseconds that its clock is ahead>
import { argv } from 'node:process';
import '../../source-hooks.ts';

const { Requester } = await import('../../../src/index.ts');
const { fileStore } = await import('../../../src/node.ts');

const [, , baseUrl = '', folder = '', ahead = '0'] = argv;
const files = fileStore(folder);
const store = {
  get: (key: string) => files.get(key),
  swap: (...texts: Parameters<typeof files.swap>) => files.swap(...texts),
  keys: (prefix: string) => files.keys(prefix),
  now: async () => Date.now() + Number(ahead),
};
const say = (said: object): void => console.log(JSON.stringify(said));
const budget = { points: 100, name: 'both', onSpend: ({ points }: { points: number }) => say({ points }) };
const requester = new Requester({ baseUrl, accessToken: 'token', store, budget });
const question = { type: 'string', body: 'Good morning', custom_field: 'k' } as const;
const order = { language_id: 'en', translated_language_id: 'ja', questions: [question] };
const { data, placed } = await requester.projects.create(order, { once: true }).withResponse();
say({ id: data.id, placed });
