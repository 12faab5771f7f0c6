import type { ClientBase, Connection, Submittable } from 'pg';

/** The head of COPY's binary form: signature, flags, and an empty extension. */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEAD_BYTES = SIGNATURE.length + 8;

/** Thrown when the rows are longer than the caller's limit. */
export class CopyTooLong extends Error {
  override name = 'CopyTooLong';
}

/** The fields of a row as PostgreSQL sends them, text as UTF-8; null is NULL. */
type RawRow = readonly (Buffer | null)[];

/**
 * Reads the rows of a query as bytes, without decoding them. `pg` makes a string of every field of a row, even in binary form (pg-protocol,
 * parser.js); it passes on the data of COPY unchanged.
 * @param text a query without parameters
 * @param limits `answerMs`: the deadline for the rows; `bytes`: the most bytes of all rows
 * @throws CopyTooLong
 */
export function copyOut(
  client: ClientBase,
  text: string,
  { answerMs, bytes }: { readonly answerMs: number; readonly bytes: number },
): Promise<RawRow[]> {
  return new Promise((resolve, reject) => {
    const copy = new Copy(`COPY (${text}) TO STDOUT (FORMAT binary)`, answerMs, bytes);
    copy.callback = (error, rows) => (rows ? resolve(rows) : reject(error));
    client.query(copy);
  });
}

/** The methods that `pg` calls with the messages for a statement. */
class Copy implements Submittable {
  /** `pg` wraps it with its deadline. */
  callback: (error: Error | null, rows?: RawRow[]) => void = () => undefined;
  readonly query_timeout: number;
  readonly #text: string;
  readonly #maximumBytes: number;
  #rows: RawRow[] = [];
  #bytes = 0;

  constructor(text: string, answerMs: number, maximumBytes: number) {
    this.#text = text;
    this.query_timeout = answerMs;
    this.#maximumBytes = maximumBytes;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  /** One message for each row; the first begins with the head, the last marks the end. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maximumBytes) {
      this.#rows = [];
      return;
    }
    // A copy, because `pg` reuses this memory for the next message.
    const bytes = Buffer.from(chunk.subarray(chunk.indexOf(SIGNATURE) === 0 ? HEAD_BYTES : 0));
    if (bytes.length >= 2 && bytes.readInt16BE() >= 0) this.#rows.push(fieldsOf(bytes));
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#bytes > this.#maximumBytes) this.callback(new CopyTooLong());
    else this.callback(null, this.#rows);
  }

  handleCommandComplete(): void {}
}

function fieldsOf(row: Buffer): RawRow {
  const fields: (Buffer | null)[] = [];
  let at = 2;
  for (let left = row.readInt16BE(); left > 0; left--) {
    const length = row.readInt32BE(at);
    at += 4;
    fields.push(length < 0 ? null : row.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return fields;
}
