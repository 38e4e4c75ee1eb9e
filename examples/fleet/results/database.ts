/** A row, by the names of its columns. Large integers can be texts. */
export type Row = Readonly<Record<string, unknown>>;

/** SQL, and the values that stand for $1, $2 and so on in it. */
export type Statement = readonly [sql: string, ...values: readonly (string | number)[]];

/** What the results need of a database. Both have the same SQL. */
export interface Database {
  /** Runs a statement, and resolves to its rows. */
  query(...statement: Statement): Promise<Row[]>;
  /** Runs all of the statements or none, and resolves to the rows of each. */
  transaction(statements: readonly Statement[]): Promise<Row[][]>;
  close(): Promise<void>;
}
