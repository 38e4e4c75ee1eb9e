// A process of its own: it orders one key with `once`, with the store of the examples, and prints the order's id.
import { argv } from 'node:process';
import { Pool } from 'pg';
import { Requester } from '../../src/index.js';

const [, , baseUrl = '', storeOfPage = ''] = argv;
const { postgresStore } = await import(storeOfPage);

const pool = new Pool();
const requester = new Requester({ baseUrl, accessToken: 'token', store: postgresStore(pool) });
const question = { type: 'string', body: 'Greeting', custom_field: 'shop/1001' } as const;
const order = { language_id: 'ja', translated_language_id: 'en', questions: [question] };
const { data, placed } = await requester.projects.create(order, { once: true }).withResponse();
console.log(JSON.stringify({ id: data.id, placed }));
await pool.end();
