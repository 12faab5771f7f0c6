import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Actor } from '../../accounts/members.ts';
import {
  Change,
  FileBytes,
  Known,
  MediaList,
  Reading,
  Removal,
  Stored,
  StoredBefore,
  Upload,
} from '../../contract/medias.ts';
import { One, ok } from '../../contract/shared.ts';
import { type ErrorCode, Refusal } from '../../errors.ts';
import { doerOf } from '../../journal/doers.ts';
import { changeMedia, listLibrary, readMedia, removeMedia } from '../../media/library.ts';
import { MEDIA_LIMITS } from '../../media/limits.ts';
import { MEDIA_TYPES } from '../../media/processing/protocol.ts';
import { onceOver } from '../answer-end.ts';
import { type Api, actorOf, type Call, type SiteCall } from './api.ts';
import { UploadAdmission } from './transfer-admission.ts';

/** What a body that is no file of a library is refused with. */
const REFUSED: readonly ErrorCode[] = [
  'type_refuse',
  'media_illisible',
  'trop_lourd',
  'trop_de_pixels',
  'quota_atteint',
];

/** `/api/medias`: the library of a site (docs/media.md). */
export function mediasRoutes(api: Api): void {
  const { database, uploads, media } = api.context;
  const { management } = database;
  const admission = new UploadAdmission();
  const path = '/api/medias';
  const write = { kind: 'site', scope: 'themes', active: true } as const;
  const unread = {
    schema: FileBytes,
    bytes: MEDIA_LIMITS.bytes,
    tooLong: 'trop_lourd',
    types: MEDIA_TYPES,
    admit: (who: Actor, _bytes: number, reply: Call<unknown, unknown>['reply']) => admission.admit(who, reply),
  } as const;

  api.add({
    method: 'GET',
    path,
    summary: 'Liste la bibliothèque du site, le plus récent d’abord, ou donne l’un de ses fichiers et où il sert.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: { 200: z.union([MediaList, Known]) },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, caller: { accountId }, query }) => {
      const site = { id, slug, nom };
      const who = { siteId: id, accountId };
      if (query.id !== undefined) return { site, ...(await readMedia(management, who, query.id)) };
      const { medias, suite } = await listLibrary(management, who, query);
      return { site, medias, ...(suite !== null && { suite }) };
    },
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Ajoute un fichier à la bibliothèque ; le même une seconde fois donne celui qui y est.',
    access: write,
    query: Upload,
    unread,
    answers: { 200: StoredBefore, 201: Stored },
    refusals: REFUSED,
    handle: async ({ site, query, ...call }) => {
      const { media, isNew } = await taking(call, (upload) => uploads.add(site.id, query.nom, upload));
      return isNew ? call.reply.code(201).send({ ok: true, media }) : { ok: true, existe: true, media };
    },
  });

  api.add({
    method: 'PUT',
    path,
    summary: 'Remplace les octets d’un fichier ; son adresse, son nom et sa description restent.',
    access: write,
    query: One,
    unread,
    answers: { 200: ok },
    refusals: [...REFUSED, 'introuvable', 'media_existe'],
    handle: async ({ site, query, ...call }) => {
      await taking(call, (upload) => uploads.replace(site.id, query.id, upload));
      return { ok: true };
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Change le nom, la description ou le point d’intérêt d’un fichier.',
    access: write,
    body: Change,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async ({ site, body }) => {
      await changeMedia(management, site.id, body);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un fichier ; s’il sert encore, seulement avec « forcer ».',
    access: write,
    query: Removal,
    answers: { 200: ok },
    refusals: ['introuvable', 'media_utilise'],
    handle: async ({ site, caller, query, request }) => {
      const files = { db: management, store: media.store, log: request.log };
      await removeMedia(files, actorOf({ caller, site }), query.id, {
        force: query.forcer === '1',
        by: doerOf(caller),
      });
      return { ok: true };
    },
  });
}

/** Gives the file of a request to `work`, which may leave it unread. */
async function taking<T>(
  {
    caller: { accountId },
    request: { body, headers },
    reply: { raw },
  }: Pick<SiteCall<unknown, unknown>, 'caller' | 'request' | 'reply'>,
  work: (upload: Parameters<Api['context']['uploads']['add']>[2]) => Promise<T>,
): Promise<T> {
  if (!body) throw new Refusal('invalid_input');
  const gone = new AbortController();
  onceOver(raw, () => gone.abort());
  const declaredType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? null;
  return work({ accountId, body: body as Readable, declaredType, gone: gone.signal });
}
