import type { z } from 'zod';
import { QueueFull } from '../../concurrency/queue-full.ts';
import { Semaphore, TurnsOfEach } from '../../concurrency/semaphore.ts';
import { pictureAddress } from '../../engine/pictures/facts.ts';
import type { Actor } from '../accounts/members.ts';
import { changeContent } from '../content/changes.ts';
import { cursorAt, readCursor } from '../content/cursor.ts';
import type { Change, Media } from '../contract/medias.ts';
import { Refusal, transfersBusy } from '../errors.ts';
import { record } from '../journal/record.ts';
import type { Doer } from '../storage/journal.ts';
import * as stored from '../storage/medias.ts';
import { findMentions, type Mention } from '../storage/mentions.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { addressName } from './address-name.ts';
import { MEDIA_LIMITS } from './limits.ts';
import { contentOf } from './picture-facts.ts';
import { type MediaStore, originalKey, variantKey } from './store/media-store.ts';
import { usesSentence } from './uses.ts';

const THOUSANDTHS = 1_000;

/** A file as the API and the studio show it. */
export const mediaOf = (row: stored.StoredMedia): Media => ({
  id: row.id,
  src: pictureAddress(row.id, addressName(row.nom, row.type)),
  nom: row.nom,
  type: row.type,
  octets: row.octets,
  largeur: row.largeur,
  hauteur: row.hauteur,
  alt: row.alt,
  focal: { x: row.focal_x / THOUSANDTHS, y: row.focal_y / THOUSANDTHS },
  couleur: row.couleur,
  contenu: contentOf(row),
  cree_le: row.cree_le,
});

/** Reading all texts of a site takes the database up to seconds: one does so of a site, one of an account, and two of all; more wait, not for long. */
const ofEach = new TurnsOfEach(32);
const ofAll = new Semaphore(2, 128);
const PATIENCE_MS = 20_000;

function readingTexts<T>({ siteId, accountId }: Actor, read: () => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const ofSite = () => ofEach.run(siteId, () => ofAll.run(read, patience), patience);
  return ofEach.run(accountId, ofSite, patience).catch((error) => {
    throw error === patience.reason || error instanceof QueueFull ? transfersBusy() : error;
  });
}

interface Wish {
  /** Part of the name or the description, whatever its accents and its case. */
  readonly q?: string | undefined;
  readonly filtre?: stored.MediaFilter | undefined;
  /** `suite` of an earlier reading. */
  readonly apres?: string | undefined;
}

/** Files of a library, the newest first. @throws Refusal `invalid_input` when the cursor is invalid; MomentaryRefusal */
export async function listLibrary(
  db: RolePools,
  who: Actor,
  { q, filtre, apres }: Wish,
): Promise<{ readonly medias: Media[]; readonly suite: string | null }> {
  const place = apres === undefined ? null : await readCursor(db, apres, 'apres');
  const limit = MEDIA_LIMITS.listed;
  const list = () =>
    stored.listMedias(db, who.siteId, {
      text: q?.trim() || null,
      filter: filtre ?? null,
      after: place && { cree_le: place.at, id: place.id },
      limit: limit + 1,
    });
  const rows = await (filtre === 'inutilises' ? readingTexts(who, list) : list());
  const medias = rows.slice(0, limit).map(mediaOf);
  const last = rows.length > limit ? medias.at(-1) : undefined;
  return { medias, suite: last ? cursorAt(last.cree_le, last.id) : null };
}

/** One file with the places of its site that name it. @throws Refusal `introuvable`; MomentaryRefusal */
export async function readMedia(
  db: RolePools,
  who: Actor,
  id: string,
): Promise<{ readonly media: Media; readonly usages: readonly Mention[] }> {
  const row = await stored.findMedia(db, who.siteId, id);
  if (!row) throw new Refusal('introuvable');
  return {
    media: mediaOf(row),
    usages: await readingTexts(who, () => findMentions(db, who.siteId, { part: id, pattern: null, except: null })),
  };
}

/** Changes what is said of a file; pages that show it have the change at once. @throws Refusal `introuvable` */
export async function changeMedia(
  db: RolePools,
  siteId: string,
  { id, nom, alt, focal }: z.output<typeof Change>,
): Promise<void> {
  if (nom === undefined && alt === undefined && focal === undefined) {
    if (!(await stored.findMedia(db, siteId, id))) throw new Refusal('introuvable');
    return;
  }
  const change = { nom, alt, focal: focal && { x: thousandths(focal.x), y: thousandths(focal.y) } };
  await changeContent(db, siteId, async (client) => {
    if (!(await stored.updateMedia(client, siteId, id, change))) throw new Refusal('introuvable');
  });
}

const thousandths = (share: number): number => Math.round(share * THOUSANDTHS);

export interface LibraryFiles {
  readonly db: RolePools;
  readonly store: MediaStore;
  readonly log: { warn(details: object, sentence: string): void };
}

/**
 * Removes a file: first the row, then the bytes.
 * @param force also where texts of the site name it
 * @throws Refusal `introuvable`; `media_utilise` with a sentence that says where
 */
export async function removeMedia(
  files: LibraryFiles,
  who: Actor,
  id: string,
  { force, by }: { readonly force: boolean; readonly by: Doer },
): Promise<void> {
  const { db } = files;
  if (!force) {
    const { usages } = await readMedia(db, who, id);
    if (usages.length > 0) throw new Refusal('media_utilise', { message: usesSentence(usages) });
  }
  const { siteId } = who;
  const gone = await changeContent(db, siteId, async (client) => {
    const row = await stored.deleteMedia(client, siteId, id);
    if (!row) throw new Refusal('introuvable');
    await record(client, { siteId, act: 'media_supprime', by, details: { nom: row.nom, id } });
    return goneKeys(siteId, row, await stored.forgetVariants(client, siteId, row.empreinte));
  });
  await removeBytes(files, gone);
}

/** The files of the store that belonged to a row. @param variants names of variants that no row has any more */
export const goneKeys = (
  siteId: string,
  { objet, empreinte }: Pick<stored.StoredMedia, 'objet' | 'empreinte'>,
  variants: readonly string[],
): string[] => [originalKey(siteId, objet), ...variants.map((name) => variantKey(siteId, empreinte, name))];

/** Removes files that no row names. What stays because the store is away goes with the sweep. */
export async function removeBytes(
  { store, log }: Pick<LibraryFiles, 'store' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await store.remove(keys).catch((error: Error) => {
    log.warn({ reason: error.message, files: keys.length }, 'files of a library are left to the sweep');
  });
}
