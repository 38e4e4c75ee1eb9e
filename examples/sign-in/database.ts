// What the application keeps. The file holds the tokens: nobody but the application may read it.
import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Someone who has signed in. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly token: string;
}

/** A text that someone ordered. Its key exists before the order does: so it is placed once. */
export interface Order {
  readonly key: string;
  readonly account: number;
  readonly language: string;
  readonly text: string;
  /** The order's id at the service; null until it is known. */
  readonly project: number | null;
  readonly state: 'open' | 'done' | 'refused' | 'ended without a translation';
  readonly result: string | null;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS accounts (id INTEGER PRIMARY KEY, login TEXT NOT NULL, token TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS organizations (id INTEGER PRIMARY KEY, account INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS sessions (hash TEXT PRIMARY KEY, account INTEGER NOT NULL, ends INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS orders (key TEXT PRIMARY KEY, account INTEGER NOT NULL, language TEXT NOT NULL,
    text TEXT NOT NULL, project INTEGER, state TEXT NOT NULL DEFAULT 'open', result TEXT);`;

/** Only this is kept of a session, so a stolen copy of the file signs nobody in. */
const hashSession = (session: string): string => createHash('sha256').update(session).digest('hex');

export class Database {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    sql.exec(TABLES);
  }

  /** Keeps the account, with its newest token. Events name an organization: that is how its account is found. */
  saveAccount({ id, login, token }: Account, organizations: readonly number[]): void {
    this.#run('INSERT OR REPLACE INTO accounts VALUES (?, ?, ?)', id, login, token);
    for (const organization of organizations)
      this.#run('INSERT OR REPLACE INTO organizations VALUES (?, ?)', organization, id);
  }

  /** The account that an organization belongs to. */
  findAccount(organization: number): Account | undefined {
    const sql = 'SELECT a.* FROM accounts a JOIN organizations o ON o.account = a.id WHERE o.id = ?';
    return this.#rows<Account>(sql, organization)[0];
  }

  accounts(): Account[] {
    return this.#rows('SELECT * FROM accounts');
  }

  /** @returns the id of the new session, which only the browser knows */
  beginSession(account: number): string {
    const session = randomBytes(32).toString('base64url');
    this.#run('DELETE FROM sessions WHERE ends < ?', Date.now());
    this.#run('INSERT INTO sessions VALUES (?, ?, ?)', hashSession(session), account, Date.now() + WEEK);
    return session;
  }

  /** Who is signed in. */
  signedIn(session: string): Account | undefined {
    const sql =
      'SELECT a.* FROM accounts a JOIN sessions s ON s.account = a.id WHERE s.hash = ? AND s.ends > ?';
    return this.#rows<Account>(sql, hashSession(session), Date.now())[0];
  }

  endSession(session: string): void {
    this.#run('DELETE FROM sessions WHERE hash = ?', hashSession(session));
  }

  /** Keeps a new order. A form that is sent twice has the same key, and changes nothing. */
  addOrder({ key, account, language, text }: Pick<Order, 'key' | 'account' | 'language' | 'text'>): void {
    const sql = 'INSERT OR IGNORE INTO orders (key, account, language, text) VALUES (?, ?, ?, ?)';
    this.#run(sql, key, account, language, text);
  }

  /** What is final stays, though something older is written after it. */
  updateOrder({ key, project, state, result }: Pick<Order, 'key' | 'project' | 'state' | 'result'>): void {
    const sql = "UPDATE orders SET project = ?, state = ?, result = ? WHERE key = ? AND state = 'open'";
    this.#run(sql, project, state, result, key);
  }

  /** The orders of an account, newest first. */
  orders(account: number): Order[] {
    return this.#rows('SELECT * FROM orders WHERE account = ? ORDER BY rowid DESC', account);
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#sql.prepare(sql).run(...values);
  }

  #rows<Row>(sql: string, ...values: (string | number)[]): Row[] {
    return this.#sql.prepare(sql).all(...values) as Row[]; // as the tables above say
  }
}
