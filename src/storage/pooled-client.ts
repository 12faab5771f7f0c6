/**
 * Connections to a pooler in transaction mode, such as PgBouncer. The pooler gives each transaction any connection of the
 * server: settings and named statements of a session are gone in its next transaction, and appear in transactions of others.
 */
import pg from 'pg';
import type { Statement } from './statement.ts';

/** Name and value of a setting of PostgreSQL: words of the program's own, which need no escaping. */
export type Setting = readonly [name: string, value: string];

// Methods that `pg.Client` calls, and that are not in the types of `pg`.
declare module 'pg' {
  interface Query {
    name: string | undefined;
    text: string;
    callback: (error: Error | undefined, result: pg.QueryResult) => void;
    requiresPreparation(): boolean;
    prepare(connection: pg.Connection): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: pg.Connection): void;
  }
  interface Connection {
    parse(query: { readonly text: string }): void;
    bind(config: object): void;
    execute(config: object): void;
  }
}

/**
 * A client whose settings hold for each transaction, and for each statement outside of one. Settings take no round trip of their
 * own: they are sent with `BEGIN` or with the statement. Statements lose their names.
 */
export class PooledClient extends pg.Client {
  readonly #settings: SettingsText;

  constructor(config: pg.ClientConfig, settings: readonly Setting[]) {
    super(config);
    const calls = settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ');
    this.#settings = {
      commands: settings.map(([name, value]) => `SET LOCAL ${name} = '${value}'`).join('; '),
      query: `SELECT ${calls}`,
    };
  }

  /** The result type `never` fits all overloads of `pg`, so that one signature is enough. */
  override query(statement: string | Statement | pg.Submittable, values?: unknown, callback?: unknown): never {
    // COPY (copy-out.ts), which is in a transaction.
    if (typeof statement === 'object' && 'submit' in statement) return super.query(statement) as never;
    const query = new QueryWithSettings(this, this.#settings, statement, Array.isArray(values) ? values : undefined);
    const given = [values, callback].find((argument) => typeof argument === 'function');
    if (given) {
      query.callback = given as pg.Query['callback'];
      return super.query(query) as never;
    }
    return new Promise((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result));
      super.query(query);
    }) as never;
  }
}

/** The settings of a transaction in two forms. */
interface SettingsText {
  /** Sent behind `BEGIN`: a query would take the snapshot of the transaction, which sets its isolation level only then. */
  readonly commands: string;
  /** For before a statement: each command would be one message more. */
  readonly query: string;
}

class QueryWithSettings extends pg.Query {
  /** `pg.Client` reads this field. */
  readonly query_timeout: number | undefined;
  readonly #client: pg.Client;
  readonly #settings: SettingsText;
  readonly #isBeginning: boolean;
  /** Whether the next answer is that of the settings. */
  #isSetting = false;

  constructor(client: pg.Client, settings: SettingsText, statement: string | Statement, values?: unknown[]) {
    super(statement, values);
    const { query_timeout }: Partial<Statement> = typeof statement === 'string' ? {} : statement;
    this.#isBeginning = /^\s*BEGIN\b/i.test(this.text);
    if (this.#isBeginning) this.text += `; ${settings.commands}`;
    this.name = undefined;
    this.query_timeout = query_timeout;
    this.#client = client;
    this.#settings = settings;
  }

  override requiresPreparation(): boolean {
    return this.#needsSettings || super.requiresPreparation();
  }

  /**
   * What is sent before one `Sync` is one transaction: a statement that fails leaves nothing of its settings, and is not run when they
   * fail; and with one answer to wait for, it can be repeated as any other.
   */
  override prepare(connection: pg.Connection): void {
    if (this.#needsSettings) {
      this.#isSetting = true;
      connection.parse({ text: this.#settings.query });
      connection.bind({});
      connection.execute({});
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.#isSetting) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (!this.#isSetting) super.handleCommandComplete(message, connection);
    this.#isSetting = false;
  }

  get #needsSettings(): boolean {
    return !this.#isBeginning && this.#client.getTransactionStatus() === 'I';
  }
}
