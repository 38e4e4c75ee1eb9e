// A store for PostgreSQL. examples/own/check-store.ts tries it.
import type { Store } from 'translation-requester';

// CREATE TABLE requester_store (key text PRIMARY KEY, text text NOT NULL)
interface Database {
  query(sql: string, values: string[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

// PostgreSQL takes neither NUL nor half a surrogate pair: such characters are escaped as in JSON.
const escapeKey = (key: string) => JSON.stringify(key).slice(1, -1);
const unescapeKey = (name: unknown) => String(JSON.parse(`"${name}"`));

export function postgresStore(db: Database): Store {
  const rows = async (sql: string, ...values: string[]) => (await db.query(sql, values)).rows;
  const changes = async (sql: string, ...values: string[]) => (await db.query(sql, values)).rowCount === 1;
  return {
    async get(key) {
      const [row] = await rows('SELECT text FROM requester_store WHERE key = $1', escapeKey(key));
      return row && String(row.text);
    },
    async swap(key, previous, next) {
      const name = escapeKey(key);
      if (previous !== undefined && next !== undefined)
        return changes(
          'UPDATE requester_store SET text = $3 WHERE key = $1 AND text = $2',
          name,
          previous,
          next,
        );
      if (previous !== undefined)
        return changes('DELETE FROM requester_store WHERE key = $1 AND text = $2', name, previous);
      if (next !== undefined)
        return changes('INSERT INTO requester_store VALUES ($1, $2) ON CONFLICT DO NOTHING', name, next);
      return (await this.get(key)) === undefined;
    },
    async keys(prefix) {
      const found = await rows(
        'SELECT key FROM requester_store WHERE starts_with(key, $1)',
        escapeKey(prefix),
      );
      return found.map(({ key }) => unescapeKey(key));
    },
    async now() {
      const [row] = await rows('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now');
      return Number(row?.now);
    },
  };
}
