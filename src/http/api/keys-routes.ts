import { z } from 'zod';
import { createKey } from '../../accounts/keys.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { futureInstant } from '../../content/future-instant.ts';
import { Refusal } from '../../errors.ts';
import { listKeys, revokeKeyOf } from '../../storage/keys.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { storableText, uuid } from './input.ts';

const scope = z.enum(['lecture', 'themes', 'atelier']);

const Creation = z.object({
  nom: storableText.trim().min(1).max(80).optional(),
  portee: scope.default('themes'),
  expire_le: futureInstant.optional(),
});

const Revocation = z.object({ id: uuid });

const prefixe = z.string().length(12);
const Key = z.object({
  id: answers.id,
  nom: z.string().nullable(),
  prefixe,
  portee: scope,
  cree_le: answers.timestamp,
  derniere_utilisation: answers.timestamp.nullable(),
  expire_le: answers.timestamp.nullable(),
  revoquee_le: answers.timestamp.nullable(),
});

/** `/api/cles`, for browser sessions only (decisions, Accounts, sessions, keys). */
export function keysRoutes(api: Api): void {
  const { service } = api.context.database;
  const path = '/api/cles';
  const access = { kind: 'account' } as const;

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les clés du compte.',
    access,
    answers: { 200: z.object({ cles: z.array(Key) }) },
    refusals: [],
    handle: async ({ caller }) => ({ cles: await listKeys(withCredential(service), caller.accountId) }),
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Crée une clé, montrée cette seule fois.',
    access,
    body: Creation,
    answers: { 201: answers.ok.extend({ id: answers.id, cle: z.string(), prefixe }) },
    refusals: ['portee_reservee', 'trop_de_cles'],
    handle: async ({ caller, body, reply }) => {
      const { id, key, prefix } = await createKey(withCredential(service), caller.accountId, {
        name: body.nom ?? null,
        scope: body.portee,
        expiresAt: body.expire_le ?? null,
      });
      return reply.code(201).send({ ok: true, id, cle: key, prefixe: prefix });
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Révoque une clé du compte.',
    access,
    query: Revocation,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ caller, query: { id } }) => {
      if (!(await revokeKeyOf(withCredential(service), caller.accountId, id))) throw new Refusal('introuvable');
      return { ok: true };
    },
  });
}
