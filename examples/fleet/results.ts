import type { Database, Row, Statement } from './results/database.ts';
import { openPostgres } from './results/postgres.ts';
import { openSqlite } from './results/sqlite.ts';
import { settings } from './settings.ts';

const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS orders (account TEXT NOT NULL, key TEXT NOT NULL, question BIGINT NOT NULL,
    placed_at BIGINT NOT NULL, looked_at BIGINT NOT NULL, PRIMARY KEY (account, key))`,
  'CREATE INDEX IF NOT EXISTS orders_by_look ON orders (looked_at)',
  `CREATE TABLE IF NOT EXISTS results (account TEXT NOT NULL, question BIGINT NOT NULL, key TEXT NOT NULL,
    outcome TEXT NOT NULL, texts TEXT NOT NULL, changed_at BIGINT NOT NULL, version BIGINT NOT NULL,
    PRIMARY KEY (account, question))`,
  `CREATE TABLE IF NOT EXISTS events (account TEXT NOT NULL, event BIGINT NOT NULL, type TEXT NOT NULL,
    PRIMARY KEY (account, event))`,
];

const OPEN = `SELECT orders.account, orders.key, orders.question FROM orders LEFT JOIN results
  ON results.account = orders.account AND results.question = orders.question WHERE results.question IS NULL`;

/** Opens the database: PostgreSQL at an address, or SQLite in a file. */
export async function openDatabase(address: string = settings.database): Promise<Database> {
  const isPostgres = /^postgres(ql)?:/.test(address);
  return isPostgres ? openPostgres(address, SCHEMA) : openSqlite(address, SCHEMA);
}

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

/** What is known of an order. */
interface FoundOrder {
  readonly question: number;
  /** `placed`, or how it has ended. */
  readonly outcome: string;
  readonly texts: Result['texts'] | null;
}

/** Which event of whose log. */
export interface Handled {
  readonly account: string;
  readonly event: number;
  readonly type: string;
}

/** What was placed, what came of it, and which events have been handled. */
export class Results {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async placed({ account, key, question }: PlacedOrder): Promise<void> {
    const statement = 'INSERT INTO orders VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING';
    await this.#db.query(statement, account, key, question, Date.now());
  }

  async isHandled(account: string, event: number): Promise<boolean> {
    const statement = 'SELECT 1 FROM events WHERE account = $1 AND event = $2';
    return (await this.#db.query(statement, account, event)).length > 0;
  }

  /** Notes an event and what came of it, both or neither. Resolves to whether the result is new or newer. */
  async handled(event: Handled | undefined, result: Result | undefined): Promise<boolean> {
    const stored = result === undefined ? [] : [storing(result)];
    const noted = event === undefined ? [] : [noting(event)];
    const [rows = []] = await this.#db.transaction([...stored, ...noted]);
    return result !== undefined && rows.length === 1;
  }

  /** Orders without a result, the oldest first. */
  async open(limit = 100): Promise<PlacedOrder[]> {
    return (await this.#db.query(`${OPEN} ORDER BY placed_at LIMIT $1`, limit)).map(toPlacedOrder);
  }

  /** Orders without a result that nobody has looked at since then. They count as looked at from now on. */
  async overdue(since: number, limit = 500): Promise<PlacedOrder[]> {
    const statement = `UPDATE orders SET looked_at = $1 WHERE (account, key, question) IN
      (${OPEN} AND looked_at < $2 ORDER BY looked_at LIMIT $3) RETURNING account, key, question`;
    return (await this.#db.query(statement, Date.now(), since, limit)).map(toPlacedOrder);
  }

  /** What is known of an order; undefined when it has not been placed. */
  async find(account: string, key: string): Promise<FoundOrder | undefined> {
    const statement = `SELECT orders.question, results.outcome, results.texts FROM orders LEFT JOIN results
      ON results.account = orders.account AND results.question = orders.question
      WHERE orders.account = $1 AND orders.key = $2`;
    const [row] = await this.#db.query(statement, account, key);
    if (row === undefined) return undefined;
    const { question, outcome, texts } = row;
    return {
      question: Number(question),
      outcome: String(outcome ?? 'placed'),
      texts: JSON.parse(String(texts)),
    };
  }

  /** How many orders were placed, how many of them have no result, and how many events were handled. */
  async totals(): Promise<{ readonly placed: number; readonly open: number; readonly events: number }> {
    const statement = `SELECT (SELECT count(*) FROM orders) AS placed,
      (SELECT count(*) FROM (${OPEN}) AS waiting) AS waiting, (SELECT count(*) FROM events) AS events`;
    const [row] = await this.#db.query(statement);
    return { placed: Number(row?.placed), open: Number(row?.waiting), events: Number(row?.events) };
  }

  async close(): Promise<void> {
    await this.#db.close();
  }
}

/** Gives a row when the result is new or newer. */
function storing({ account, question, key, outcome, texts, changedAt }: Result): Statement {
  const statement = `INSERT INTO results VALUES ($1, $2, $3, $4, $5, $6, 1) ON CONFLICT (account, question) DO UPDATE
    SET outcome = excluded.outcome, texts = excluded.texts, changed_at = excluded.changed_at,
    version = results.version + 1 WHERE excluded.changed_at > results.changed_at RETURNING version`;
  return [statement, account, question, key, outcome, JSON.stringify(texts), changedAt];
}

const noting = ({ account, event, type }: Handled): Statement => [
  'INSERT INTO events VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
  account,
  event,
  type,
];

const toPlacedOrder = ({ account, key, question }: Row): PlacedOrder => ({
  account: String(account),
  key: String(key),
  question: Number(question),
});
