import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { pictureAddress } from '../../engine/pictures/facts.ts';
import { addressName } from '../media/address-name.ts';
import { type MediaStore, originalKey } from '../media/store/media-store.ts';
import { insertMedia, updateMedia } from '../storage/medias.ts';
import type { Queryable } from '../storage/statement.ts';

/** The photographs, and what is known of them; `npm run photographs` makes both. */
export const PHOTOGRAPHS = new URL('photographs/', import.meta.url);
export const FACTS_FILE = 'facts.json';

const OBJECT_BYTES = 8;

/** What the process of pictures found of a photograph, so that no start examines it again. */
export const PhotographFacts = z.strictObject({
  sha256: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  placeholder: z.string(),
});
export type PhotographFacts = z.infer<typeof PhotographFacts>;

/** How a demo site shows a photograph. */
export const Photograph = z.strictObject({
  nom: z.string(),
  alt: z.string(),
  /** Point of interest, thousandths of width and height. */
  focal: z.tuple([z.int(), z.int()]),
});
export type Photograph = z.infer<typeof Photograph>;

/** What is known of the photographs, by their names. */
export const readPhotographFacts = async (): Promise<Record<string, PhotographFacts>> =>
  z.record(z.string(), PhotographFacts).parse(JSON.parse(await readFile(new URL(FACTS_FILE, PHOTOGRAPHS), 'utf8')));

/** A photograph in a setting, before the library of a site has it. */
const NAMED = /"photographie:([a-z0-9-]+)"/g;

/** Writes the addresses of photographs where their names stand. @throws Error for one that is not there */
export function withAddresses<T>(values: T, addresses: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(values).replaceAll(NAMED, (_, name: string) => {
    const address = addresses.get(name);
    if (address === undefined) throw new Error(`the demo has no photograph ${name}`);
    return JSON.stringify(address);
  });
  return JSON.parse(text);
}

/**
 * Puts photographs into the library of a site. Their variants are made when somebody asks for them.
 * @returns their addresses by their names
 */
export async function addPhotographs(
  db: Queryable,
  store: MediaStore,
  siteId: string,
  photographs: Readonly<Record<string, Photograph>>,
): Promise<ReadonlyMap<string, string>> {
  const all = await readPhotographFacts();
  const addresses = new Map<string, string>();
  for (const [name, { nom, alt, focal }] of Object.entries(photographs)) {
    const facts = all[name];
    if (!facts) throw new Error(`nothing is known of the photograph ${name}`);
    const { sha256, bytes, ...examined } = facts;
    const object = `${sha256}-${randomBytes(OBJECT_BYTES).toString('hex')}`;
    await store.putFile(originalKey(siteId, object), fileURLToPath(new URL(`${name}.jpg`, PHOTOGRAPHS)), {
      bytes,
      sha256,
    });
    const file = { object, sha256, bytes, examined: { type: 'image/jpeg', frames: 1, ...examined } } as const;
    const { id } = await insertMedia(db, siteId, nom, file);
    await updateMedia(db, siteId, id, { alt, focal: { x: focal[0], y: focal[1] } });
    addresses.set(name, pictureAddress(id, addressName(nom, 'image/jpeg')));
  }
  return addresses;
}
