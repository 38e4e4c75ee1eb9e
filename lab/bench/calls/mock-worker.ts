// What a client costs without a network: node mock-worker.ts <client> <account|items> <blocks>
import { alternate, type Work } from '../alternate.ts';
import { clients } from '../peers/calls.ts';
import { type Fetch, requesterAt } from '../peers/clients.ts';
import { report } from '../processes.ts';
import { makeRecords } from '../servers/records.ts';

const BASE = 'http://127.0.0.1:9';
const PAGE = '"page":1,"per_page":100,"total_pages":1';

const [, , name = '', what = 'account', blocks = '1'] = process.argv;
const items = Number(what);
const records = await makeRecords();
const page = `{"success":true,"message":"Found.",${PAGE},"total_count":${items},"questions":[${records.slice(0, items)}]}`;
const account = name.startsWith('@crowdin') ? `{"data":${records.account}}` : records.account;
const answer = new TextEncoder().encode(what === 'account' ? account : page);
const init = { headers: { 'content-type': 'application/json; charset=utf-8' } };
const fetch: Fetch = async () => new Response(answer, init);
// Some take it from there alone.
globalThis.fetch = fetch;

async function makeSubject(): Promise<Work> {
  if (what !== 'account') {
    const requester = requesterAt(BASE, fetch);
    return () => requester.questions.list({ per_page: 100 });
  }
  const open = clients[name];
  if (open === undefined) throw new Error(`There is no client ${name}.`);
  return (await open(BASE, fetch)).one;
}

const size = Math.max(10, Math.floor(200 / Math.max(1, items || 1)));
const pairs = await alternate(await makeSubject(), async () => (await fetch(BASE)).json(), {
  size: name.startsWith('@crowdin') ? 5 : size,
  blocks: Number(blocks),
  warmUp: name.startsWith('@crowdin') ? 2 : Math.ceil(3_000 / size),
});
report(pairs.map(({ subject, bare }) => subject - bare));
