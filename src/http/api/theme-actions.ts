import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Profile } from '../../contract/profile.ts';
import { Rehearsal } from '../../contract/rehearsal.ts';
import { created as Created } from '../../contract/shared.ts';
import { type Creation, Made } from '../../contract/themes.ts';
import { Upgrade } from '../../contract/upgrade.ts';
import type { ErrorCode } from '../../errors.ts';
import { doerOf } from '../../journal/doers.ts';
import { duplicateTheme, openWorkingDraft } from '../../themes/copies.ts';
import { openDeployment } from '../../themes/deployment.ts';
import { checkedFor } from '../../themes/judge-file.ts';
import { installTheme, publishPrevious } from '../../themes/themes.ts';
import type { ApiContext, SiteCall } from './api.ts';
import { profilePage } from './profile-action.ts';
import { rehearse } from './rehearsal-action.ts';
import { INSTALLATION_REFUSALS } from './store-routes.ts';
import { UPGRADE_REFUSALS, upgrade } from './upgrade-action.ts';

type Body = z.output<typeof Creation>;
type Name = Body['action'];
type CallOf<Wanted extends Name> = SiteCall<unknown, Extract<Body, { action: Wanted }>>;

/** What one action of `POST /api/themes` does. */
interface Action<Call> {
  /** The answer with status 200; an answer with a new theme has 201. */
  readonly answer?: z.ZodType;
  readonly refusals: readonly ErrorCode[];
  handle(context: ApiContext, call: Call): Promise<unknown>;
}

const WRITE_REFUSALS = ['creation_impossible', 'ecriture_impossible'] as const;

const created = (reply: FastifyReply, themeId: string) => reply.code(201).send({ ok: true, themeId });
const draft = (reply: FastifyReply, { id, reused }: { id: string; reused: boolean }) =>
  reused ? { ok: true, themeId: id, reutilise: true } : created(reply, id);

const ACTIONS: { readonly [Wanted in Name]: Action<CallOf<Wanted>> } = {
  installer: {
    refusals: INSTALLATION_REFUSALS,
    handle: async ({ database, upgrades: { readCatalog } }, { caller, site, body, reply }) => {
      const wish = { catalogId: body.origine, by: doerOf(caller), edition: body.edition, readCatalog };
      return created(reply, await installTheme(database.management, site.id, wish));
    },
  },
  dupliquer: {
    refusals: ['introuvable', 'trop_de_fichiers', 'fichier_requis_manquant', ...WRITE_REFUSALS],
    handle: async ({ database }, { caller, site, body, reply }) =>
      created(reply, await duplicateTheme(database.management, site.id, body.id, caller.name)),
  },
  brouillon: {
    answer: Made,
    refusals: ['aucun_theme', ...WRITE_REFUSALS],
    handle: async ({ database }, { caller, site, reply }) =>
      draft(reply, await openWorkingDraft(database.management, site.id, caller.name)),
  },
  deployer: {
    answer: Made,
    refusals: [
      ...(['introuvable', 'modifie_entre_temps', 'lot_refuse', 'trop_de_fichiers', 'fichier_requis_manquant'] as const),
      ...WRITE_REFUSALS,
    ],
    handle: async ({ database, renderer }, { caller, site, body, reply }) => {
      const { nom: name, id: source, fichiers: files, version } = body;
      const wish = { name, source, files, version, author: caller.name };
      return draft(
        reply,
        await openDeployment(database.management, checkedFor(renderer, caller.accountId), site.id, wish),
      );
    },
  },
  revenir: {
    answer: Made,
    refusals: ['aucun_precedent', 'publication_impossible'],
    handle: async ({ database }, { caller, site }) => ({
      ok: true,
      themeId: await publishPrevious(database.management, site.id, doerOf(caller)),
    }),
  },
  repeter: {
    answer: Rehearsal,
    refusals: ['introuvable', 'theme_publie'],
    handle: (context, { caller: { accountId }, site, body: { id }, request, reply }) =>
      rehearse(context, { accountId, site, id, request, reply }),
  },
  profiler: { answer: Profile, refusals: ['introuvable'], handle: profilePage },
  actualiser: {
    answer: Upgrade,
    refusals: ['introuvable', 'trop_de_fichiers', ...UPGRADE_REFUSALS, ...WRITE_REFUSALS],
    handle: ({ upgrades }, { caller, site, body }) => upgrade(upgrades, { caller, site, body }),
  },
};

const ALL = Object.values(ACTIONS);

export const ACTION_ANSWERS = {
  200: z.union([...new Set(ALL.flatMap(({ answer }) => answer ?? []))]),
  201: Created,
};
export const ACTION_REFUSALS = [...new Set(ALL.flatMap(({ refusals }) => refusals))];

/** Runs the action that the body names. */
export function act<Wanted extends Name>(context: ApiContext, call: CallOf<Wanted>): Promise<unknown> {
  const action: Action<CallOf<Wanted>> = ACTIONS[call.body.action as Wanted];
  return action.handle(context, call);
}
