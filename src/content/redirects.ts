import { setImmediate as nextTurn } from 'node:timers/promises';
import { ERRORS, type ErrorCode, Refusal, siteFull, wrongInput } from '../errors.ts';
import * as stored from '../storage/redirects.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Queryable } from '../storage/statement.ts';
import { writeContent } from './changes.ts';
import { instantOf } from './instant.ts';
import { ADDRESS_FAULTS, type AddressFault, judgeSource, judgeTarget } from './redirect-addresses.ts';
import { targetsFirst } from './redirect-order.ts';
import { BLOG, MOST_REDIRECTS, type RedirectMeans, type RedirectRow, type RedirectTable } from './redirect-table.ts';
import { readTable, writeTable } from './stored-redirects.ts';

/** So many lines of a file are judged before others have their turn: a line takes 10 µs. */
const LINES_AT_ONCE = 250;

/** So many redirects are followed before others have their turn: each takes 2 µs. */
const STEPS_AT_ONCE = 2_000;

/** How many redirects are read at a time while a file is written. */
const WRITTEN_AT_ONCE = 500;

/** What a person or a file asks for. */
interface Wish {
  readonly de: string;
  /** Null: visitors are told that the page is gone. */
  readonly vers: string | null;
  /** Whether all that is beneath is led on: counts only from a blog to a blog. */
  readonly dessous?: boolean | undefined;
}

/** Why a line of a file is refused. */
interface RefusedLine {
  /** 1-based. */
  readonly ligne: number;
  /** As it was sent. */
  readonly de: string;
  readonly error: ErrorCode;
  readonly message: string;
}

/** A part of the list. @param asked `words`: a piece of either address; `cursor`: where an earlier reading ended */
export async function readRedirects(
  db: RolePools,
  siteId: string,
  { words, cursor, limit }: { readonly words: string; readonly cursor: string | undefined; readonly limit: number },
): Promise<{ redirects: stored.ListedRedirect[]; next: string | null; total: number }> {
  const searched = words.normalize('NFC').toLowerCase().trim();
  const after = cursor === undefined ? null : await placeIn(db, cursor);
  const [found, total] = await Promise.all([
    stored.listRedirects(db, siteId, { words: searched, after, limit: limit + 1 }),
    stored.countRedirects(db, siteId, searched),
  ]);
  const redirects = found.slice(0, limit);
  const last = found.length > limit ? redirects.at(-1) : undefined;
  return { redirects, next: last ? `${last.cree_le} ${last.de}` : null, total };
}

/** All redirects of a site, the newest first, a part at a time: rows that are added or removed meanwhile make no other one appear twice or not at all. */
export async function* partsOfRedirects(db: RolePools, siteId: string): AsyncGenerator<stored.ListedRedirect[]> {
  for (let after: { at: string; de: string } | null = null; ; ) {
    const found: stored.ListedRedirect[] = await stored.listRedirects(db, siteId, {
      words: '',
      after,
      limit: WRITTEN_AT_ONCE,
    });
    yield found;
    const last = found.at(-1);
    if (!last || found.length < WRITTEN_AT_ONCE) return;
    after = { at: last.cree_le, de: last.de };
  }
}

async function placeIn(db: Queryable, cursor: string): Promise<{ at: string; de: string }> {
  const [, at, de] = /^(\S{1,40}) (\/.*)$/s.exec(cursor) ?? [];
  if (at === undefined || de === undefined) throw wrongInput('apres');
  return { at: await instantOf(db, at, 'apres'), de };
}

/** @param from as a person says it @throws Refusal `introuvable`, `depart_refuse` */
export async function readRedirect(
  db: RolePools,
  siteId: string,
  { from, own }: { readonly from: string; readonly own: ReadonlySet<string> },
): Promise<stored.ListedRedirect> {
  const found = await stored.findRedirect(db, siteId, sourceOf(from, own));
  if (!found) throw new Refusal('introuvable');
  return found;
}

/**
 * Adds a redirect, or puts it in the place of the one from the same address. What led to its address leads to its target from now on.
 * @param own hosts of the site
 * @returns the redirect as it is stored
 * @throws Refusal `depart_refuse`, `adresse_reservee`, `cible_refusee`, `boucle_de_redirections`, `invalid_input` when the site has too many
 */
export async function addRedirect(
  db: RolePools,
  siteId: string,
  { wish, own }: { readonly wish: Wish; readonly own: ReadonlySet<string> },
): Promise<Pick<RedirectRow, 'de' | 'vers'>> {
  const row = judged(wish, own, 'main');
  return writeContent(db, siteId, async ({ client }) => {
    const table = await readTable(client, siteId, addressesOf(row));
    const { de, vers } = put(table, row);
    await writeTable(client, siteId, table);
    return { result: { de, vers }, isShown: true };
  });
}

/**
 * Adds the redirects of a file, each by itself: one that is refused keeps no other one back.
 * @param wishes a later one from the same address wins
 */
export async function importRedirects(
  db: RolePools,
  siteId: string,
  { wishes, own }: { readonly wishes: readonly Wish[]; readonly own: ReadonlySet<string> },
): Promise<{ added: number; refused: RefusedLine[] }> {
  const refused: RefusedLine[] = [];
  const rows: { readonly ligne: number; readonly row: RedirectRow; readonly said: string }[] = [];
  const judge = (ligne: number, said: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { error: code, message = '' } = error.body;
      refused.push({ ligne, de: said, error: code, message });
    }
  };
  for (const [n, wish] of wishes.entries()) {
    if (n % LINES_AT_ONCE === 0) await nextTurn();
    judge(n + 1, wish.de, () => rows.push({ ligne: n + 1, row: judged(wish, own, 'import'), said: wish.de }));
  }
  const beforeRows = refused.length;
  return writeContent(db, siteId, async ({ client }) => {
    refused.length = beforeRows;
    let added = 0;
    const table = await readTable(
      client,
      siteId,
      rows.flatMap(({ row }) => addressesOf(row)),
    );
    const starts = new Set(rows.flatMap(({ row }) => (table.find(row.de) ? row.de : [])));
    let left = MOST_REDIRECTS - table.size;
    const fitting = rows.filter(({ ligne, row: { de }, said }) => {
      const hasRoom = starts.has(de) || left-- > 0;
      if (hasRoom) starts.add(de);
      else judge(ligne, said, refuseFull);
      return hasRoom;
    });
    let paused = 0;
    for (const place of targetsFirst(fitting.map(({ row }) => row))) {
      const { ligne, row, said } = fitting[place] as (typeof rows)[number];
      judge(ligne, said, () => {
        put(table, row);
        added++;
      });
      if (table.steps - paused < STEPS_AT_ONCE) continue;
      paused = table.steps;
      await nextTurn();
    }
    await writeTable(client, siteId, table);
    refused.sort((a, b) => a.ligne - b.ligne);
    return { result: { added, refused }, isShown: added > 0 };
  });
}

/** @param from as a person says it @throws Refusal `introuvable`, `depart_refuse` */
export async function removeRedirect(
  db: RolePools,
  siteId: string,
  { from, own }: { readonly from: string; readonly own: ReadonlySet<string> },
): Promise<void> {
  const de = sourceOf(from, own);
  await writeContent(db, siteId, async ({ client }) => {
    if ((await stored.deleteRedirects(client, siteId, [de])) === 0) throw new Refusal('introuvable');
    return { result: undefined, isShown: true };
  });
}

const addressesOf = ({ de, vers }: Pick<RedirectRow, 'de' | 'vers'>): string[] => [
  de,
  ...(vers === null ? [] : [vers]),
];

/** @throws Refusal `boucle_de_redirections`, `invalid_input` when the site has too many */
function put(table: RedirectTable, row: RedirectRow): RedirectRow {
  if (table.size >= MOST_REDIRECTS && !table.find(row.de)) refuseFull();
  const led = table.put(row);
  if (!led) throw new Refusal('boucle_de_redirections');
  return led;
}

/** @throws Refusal `depart_refuse`, `adresse_reservee`, `cible_refusee` */
function judged(
  { de, vers, dessous: isWide = false }: Wish,
  own: ReadonlySet<string>,
  moyen: RedirectMeans,
): RedirectRow {
  const from = sourceOf(de, own);
  if (vers === null) return { de: from, vers, dessous: false, moyen };
  const target = judgeTarget(vers, own);
  if ('fault' in target) throw refusalOf('cible_refusee', target.fault);
  const dessous = isWide && BLOG.test(from) && BLOG.test(target.address);
  return { de: from, vers: target.address, dessous, moyen };
}

/** @throws Refusal `depart_refuse`, `adresse_reservee` */
function sourceOf(text: string, own: ReadonlySet<string>): string {
  const source = judgeSource(text, own);
  if ('address' in source) return source.address;
  throw source.fault === 'reserved' ? new Refusal('adresse_reservee') : refusalOf('depart_refuse', source.fault);
}

function refuseFull(): never {
  throw siteFull(MOST_REDIRECTS, 'redirections');
}

const refusalOf = (code: 'depart_refuse' | 'cible_refusee', fault: AddressFault): Refusal =>
  new Refusal(code, { message: `${ERRORS[code].message} ${ADDRESS_FAULTS[fault]}` });
