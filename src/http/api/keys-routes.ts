import { createKey, endKey } from '../../accounts/keys.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { Created, Creation, KeyList } from '../../contract/keys.ts';
import { One, ok } from '../../contract/shared.ts';
import { listKeys } from '../../storage/keys.ts';
import type { Api } from './api.ts';
import { ownSessionOf } from './own-session.ts';

/** `/api/cles`, for browser sessions only (docs/decisions/sessions.md). */
export function keysRoutes(api: Api): void {
  const { database, login, sessionCookie } = api.context;
  const { service } = database;
  const path = '/api/cles';
  const access = { kind: 'account' } as const;

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les clés du compte.',
    access,
    answers: { 200: KeyList },
    refusals: [],
    handle: async ({ caller }) => ({ cles: await listKeys(withCredential(service), caller.accountId) }),
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Crée une clé, montrée cette seule fois.',
    access,
    body: Creation,
    answers: { 201: Created },
    refusals: ['preuve_requise', 'portee_reservee', 'trop_de_cles'],
    handle: async ({ caller, body, request, reply }) => {
      const own = ownSessionOf(sessionCookie, { caller, request });
      const { id, key, prefix } = await createKey(withCredential(login.services), own, {
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
    query: One,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async ({ caller, query: { id } }) => {
      await endKey(withCredential(service), caller, id);
      return { ok: true };
    },
  });
}
