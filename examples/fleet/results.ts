import { DatabaseSync } from 'node:sqlite';
import { settings } from './settings.ts';

// The only file that knows the database. SQLite holds the processes of one machine; on several, the same statements
// go to PostgreSQL.
const SCHEMA = `
CREATE TABLE IF NOT EXISTS orders (account TEXT, key TEXT, question INTEGER, placed_at INTEGER, looked_at INTEGER,
  PRIMARY KEY (account, key)) STRICT;
CREATE INDEX IF NOT EXISTS orders_by_look ON orders (looked_at);
CREATE TABLE IF NOT EXISTS results (account TEXT, question INTEGER, key TEXT, outcome TEXT, texts TEXT,
  changed_at INTEGER, version INTEGER, PRIMARY KEY (account, question)) STRICT;
CREATE TABLE IF NOT EXISTS events (account TEXT, event INTEGER, type TEXT, PRIMARY KEY (account, event)) STRICT;`;

const OPEN = `SELECT orders.account, orders.key, orders.question FROM orders LEFT JOIN results
  ON results.account = orders.account AND results.question = orders.question WHERE results.question IS NULL`;

/** An order that the service has. */
export interface PlacedOrder {
  readonly account: string;
  readonly key: string;
  readonly question: number;
}

/** How an order has ended. */
export interface Result extends PlacedOrder {
  readonly outcome: string;
  /** One for each text of the order; null where nobody has translated it. */
  readonly texts: readonly (string | null)[];
  /** When the service changed it last, in milliseconds since 1970. A newer one takes the place of an older one. */
  readonly changedAt: number;
}

/** Which event of whose log. */
export interface Handled {
  readonly account: string;
  readonly event: number;
  readonly type: string;
}

type Row = Record<string, unknown>;

/** The database: what was placed, what came of it, and which events have been handled. */
export class Results {
  readonly #db: DatabaseSync;

  constructor(path: string = settings.database) {
    this.#db = new DatabaseSync(path, { timeout: 10_000 });
    this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SCHEMA}`);
  }

  placed({ account, key, question }: PlacedOrder): void {
    const now = Date.now();
    const statement = 'INSERT INTO orders VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
    this.#db.prepare(statement).run(account, key, question, now, now);
  }

  isHandled(account: string, event: number): boolean {
    const statement = 'SELECT 1 FROM events WHERE account = ? AND event = ?';
    return this.#db.prepare(statement).get(account, event) !== undefined;
  }

  /** Notes an event and what came of it, both or neither. Returns whether the result is new or newer. */
  handled(event: Handled | undefined, result: Result | undefined): boolean {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const stored = result !== undefined && this.#store(result);
      if (event !== undefined) {
        const statement = 'INSERT INTO events VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
        this.#db.prepare(statement).run(event.account, event.event, event.type);
      }
      this.#db.exec('COMMIT');
      return stored;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #store({ account, question, key, outcome, texts, changedAt }: Result): boolean {
    const statement = `INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO UPDATE
      SET outcome = excluded.outcome, texts = excluded.texts, changed_at = excluded.changed_at, version = version + 1
      WHERE excluded.changed_at > results.changed_at`;
    const row = [account, question, key, outcome, JSON.stringify(texts), changedAt];
    return this.#db.prepare(statement).run(...row).changes === 1;
  }

  /** Orders without a result, the oldest first. */
  open(limit = 100): PlacedOrder[] {
    return this.#orders(this.#db.prepare(`${OPEN} ORDER BY placed_at LIMIT ?`).all(limit));
  }

  /** Orders without a result that nobody has looked at since then. They count as looked at from now on. */
  overdue(since: number, limit = 500): PlacedOrder[] {
    const rows = this.#db.prepare(`${OPEN} AND looked_at < ? ORDER BY looked_at LIMIT ?`).all(since, limit);
    const orders = this.#orders(rows);
    const look = this.#db.prepare('UPDATE orders SET looked_at = ? WHERE account = ? AND key = ?');
    for (const { account, key } of orders) look.run(Date.now(), account, key);
    return orders;
  }

  #orders(rows: readonly Row[]): PlacedOrder[] {
    return rows.map((row) => ({
      account: String(row.account),
      key: String(row.key),
      question: Number(row.question),
    }));
  }

  /** What is known of an order; undefined when it has not been placed. */
  find(account: string, key: string): Row | undefined {
    const statement = `SELECT orders.question, results.outcome, results.texts FROM orders LEFT JOIN results
      ON results.account = orders.account AND results.question = orders.question
      WHERE orders.account = ? AND orders.key = ?`;
    const row: Row | undefined = this.#db.prepare(statement).get(account, key);
    return row && { ...row, texts: JSON.parse(String(row.texts ?? 'null')) };
  }

  /** How many orders were placed, how many of them have no result, and how many events were handled. */
  totals(): { readonly placed: number; readonly open: number; readonly events: number } {
    const count = (query: string): number =>
      Number(this.#db.prepare(`SELECT count(*) AS n FROM (${query})`).get()?.n);
    return {
      placed: count('SELECT 1 FROM orders'),
      open: count(OPEN),
      events: count('SELECT 1 FROM events'),
    };
  }

  close(): void {
    this.#db.close();
  }
}
