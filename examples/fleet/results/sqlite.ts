import { DatabaseSync } from 'node:sqlite';
import type { Database, Row, Statement } from './database.ts';

/** A database in a file, which the processes of one machine share. */
export function openSqlite(path: string, schema: readonly string[]): Database {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  for (const sql of ['PRAGMA journal_mode = WAL', 'PRAGMA synchronous = FULL', ...schema]) db.exec(sql);
  const run = ([sql, ...values]: Statement): Row[] => {
    const named = values.map((value, index) => [`$${index + 1}`, value]);
    return db.prepare(sql).all(Object.fromEntries(named));
  };
  return {
    query: async (...statement) => run(statement),
    async transaction(statements) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const rows = statements.map(run);
        db.exec('COMMIT');
        return rows;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    close: async () => db.close(),
  };
}
