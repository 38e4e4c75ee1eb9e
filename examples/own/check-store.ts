// Tries the store against a database, under keys that it removes at the end.
import { Pool } from 'pg';
import { checkStore } from 'translation-requester/testing';
import { postgresStore } from './postgres-store.ts';

const [pool, otherPool] = [new Pool(), new Pool()]; // of the database that PGHOST, PGUSER and PGDATABASE name
await checkStore(postgresStore(pool), { other: postgresStore(otherPool) });
await Promise.all([pool.end(), otherPool.end()]);
