import { ADDRESS_FAULTS, judgeSource, judgeTarget } from '../../../content/redirect-addresses.ts';
import { type CsvRow, csvText, readCsv } from '../../../text/csv.ts';

/** The largest file, bytes, and the most rows of one. */
export const FILE_BYTES = 20_000_000;
const ROWS = 10_000;

/** The platform takes so much at once, UTF-16 code units of addresses: a unit is three bytes at most, and a row has a few words besides. */
const PART_UNITS = 750_000;
const ROW_UNITS = 60;

/** A row of a file that may be sent. */
export interface TakenRow {
  readonly line: number;
  readonly de: string;
  /** Null where visitors are told that the page is gone. */
  readonly vers: string | null;
  readonly dessous: boolean;
}

export interface RefusedRow {
  /** 1-based, as a spreadsheet counts where no cell has a line end. */
  readonly line: number;
  /** As the file has it. */
  readonly de: string;
  readonly why: string;
}

/** A file of redirects before it is sent. */
export interface JudgedFile {
  readonly taken: readonly TakenRow[];
  readonly refused: readonly RefusedRow[];
}

/** What the columns are called in files of ours and of other programs; their order stands where nothing is said. */
const COLUMNS: readonly RegExp[] = [
  /^(?:de|depuis|source|from|origine?|ancienne(?: adresse| url)?|old(?: url)?|redirect from)$/,
  /^(?:vers|cible|target|to|destination|nouvelle(?: adresse| url)?|new(?: url)?|redirect to)$/,
  /^dessous$/,
];

/**
 * Reads a file of redirects: an old address and a new one in each row; an empty new one says that the page is gone.
 * @param bytes at most `FILE_BYTES`
 * @param own hosts of the site
 */
export function judgeFile(bytes: Uint8Array, own: ReadonlySet<string>): JudgedFile {
  const { rows, isCut, openQuote } = readCsv(csvText(bytes), ROWS + 1);
  const [first, ...others] = rows;
  const named = first && columnsIn(first);
  const [de, vers, dessous] = named ?? [0, 1, 2];
  const judged = new Map<string, TakenRow>();
  const refused: RefusedRow[] = [];
  const body = named ? others : rows;
  for (const row of body.slice(0, ROWS)) {
    const cell = (at: number | undefined) => (at === undefined ? undefined : row.cells[at]?.trim());
    const said = cell(de) ?? '';
    const told = judgeRow(said, cell(vers), own);
    if (typeof told === 'string') refused.push({ line: row.line, de: said, why: told });
    else {
      const earlier = judged.get(told.de);
      if (earlier)
        refused.push({ line: earlier.line, de: said, why: `La ligne ${row.line} redirige la même adresse.` });
      judged.set(told.de, { line: row.line, ...told, dessous: cell(dessous) === 'oui' });
    }
  }
  const last = body.at(ROWS) ?? body.at(-1);
  if (isCut || body.length > ROWS) {
    refused.push({
      line: last?.line ?? 0,
      de: '',
      why: 'Un fichier apporte 10 000 lignes au plus : celle-ci et les suivantes sont laissées.',
    });
  }
  if (openQuote !== null) {
    refused.push({ line: openQuote, de: '', why: 'Un guillemet ouvert sur cette ligne n’est jamais fermé.' });
  }
  return { taken: [...judged.values()], refused: refused.toSorted((a, b) => a.line - b.line) };
}

/** The rows of a file in parts that the platform takes, in their order. */
export function inParts(rows: readonly TakenRow[]): (readonly TakenRow[])[] {
  const parts: TakenRow[][] = [];
  let left = 0;
  for (const row of rows) {
    const units = row.de.length + (row.vers?.length ?? 0) + ROW_UNITS;
    if (units > left) {
      parts.push([]);
      left = PART_UNITS;
    }
    parts.at(-1)?.push(row);
    left -= units;
  }
  return parts;
}

/** The places of the columns where the first row names them; null where the row is like the others. */
function columnsIn({ cells }: CsvRow): readonly (number | undefined)[] | null {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const places = COLUMNS.map((column) => names.findIndex((name) => column.test(name)));
  const [de = -1, vers = -1] = places;
  if (de < 0 || vers < 0) return null;
  return places.map((at) => (at < 0 ? undefined : at));
}

/** @returns why the row is refused, or what is sent of it */
function judgeRow(
  said: string,
  target: string | undefined,
  own: ReadonlySet<string>,
): Pick<TakenRow, 'de' | 'vers'> | string {
  const from = judgeSource(said, own);
  if ('fault' in from) return `Ancienne adresse : ${ADDRESS_FAULTS[from.fault]}`;
  if (target === undefined) return 'Il manque la nouvelle adresse, dans la deuxième colonne.';
  if (target === '') return { de: from.address, vers: null };
  const to = judgeTarget(target, own);
  if ('fault' in to) return `Nouvelle adresse : ${ADDRESS_FAULTS[to.fault]}`;
  return to.address === from.address ? 'Les deux adresses sont la même.' : { de: from.address, vers: to.address };
}
