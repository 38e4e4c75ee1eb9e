import { Pool } from 'pg';
import { log, told } from '../log.ts';
import type { Database, Row, Statement } from './database.ts';

/** Milliseconds for an answer of the server. */
const PATIENCE = 10_000;

/** A database on a server, which any machines share. While the server is away, each call rejects: its job comes again. */
export async function openPostgres(url: string, schema: readonly string[]): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  });
  pool.on('error', (error) => log.warn('PostgreSQL can not be reached', told(error)));
  const transaction = async (statements: readonly Statement[]): Promise<Row[][]> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const rows: Row[][] = [];
      for (const [sql, ...values] of statements)
        rows.push((await client.query(sql, values.map(storable))).rows);
      await client.query('COMMIT');
      client.release();
      return rows;
    } catch (error) {
      // Closes the connection, and with it the transaction.
      client.release(true);
      throw error;
    }
  };
  // Of several processes that begin at once, each waits here for the one before it.
  await transaction([['SELECT pg_advisory_xact_lock(1)'], ...schema.map((sql): Statement => [sql])]);
  return {
    query: async (sql, ...values) => (await pool.query(sql, values.map(storable))).rows,
    transaction,
    close: () => pool.end(),
  };
}

/** PostgreSQL has no place for NUL in a text. Ours have none; other programs may have ordered under any key. */
function storable(value: string | number): string | number {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}
