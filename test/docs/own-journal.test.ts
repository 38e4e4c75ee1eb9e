import { readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import type { OpenOrders, OrderJournal } from '../../src/index.js';
import { journalContract } from '../stores/journal-contract.js';

const page = readFileSync(new URL('../../docs/paid-orders.md', import.meta.url), 'utf8');

/** What the code of the page makes a journal of. */
interface Database {
  query(
    sql: string,
    values: readonly SQLInputValue[],
  ): Promise<{ readonly rows: object[]; readonly rowCount: number }>;
}

/** A database of the form that the code of the page expects. */
function openDatabase(): Database {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec(/CREATE TABLE .*/.exec(page)?.[0] ?? '');
  return {
    async query(sql, values) {
      const statement = sqlite.prepare(sql.replaceAll('$', '?'));
      if (sql.startsWith('SELECT')) return { rows: statement.all(...values), rowCount: 0 };
      return { rows: [], rowCount: Number(statement.run(...values).changes) };
    },
  };
}

/** Takes the journal from the page, as a user would copy it. */
async function journalOfThePage(): Promise<(database: Database) => OrderJournal & OpenOrders> {
  const code = /^```ts\n(\/\/ sql-journal\.ts\n[\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const { sqlJournal } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return sqlJournal;
}

describe('the page about paid orders', async () => {
  const sqlJournal = await journalOfThePage();

  describe('has a journal in a database, which', () => {
    journalContract(() => {
      const database = openDatabase();
      return [sqlJournal(database), sqlJournal(database)];
    });
  });

  test('links only to its own sections and to pages that exist', () => {
    const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(3);
    for (const target of targets) {
      if (target.startsWith('#')) expect(headings).toContain(target.slice(1));
      else expect(() => readFileSync(new URL(`../../docs/${target}`, import.meta.url)), target).not.toThrow();
    }
  });
});
