import { z } from 'zod';
import { findCitations } from '../../content/citations.ts';
import type { Guard } from '../../content/guard.ts';
import type { TextCollection } from '../../content/text-collection.ts';
import * as answers from '../../contract/shared.ts';
import { present, uuid } from '../../contract/shared.ts';
import { Citation, TextVersion, WholeVersion } from '../../contract/writing.ts';
import type { ErrorCode } from '../../errors.ts';
import { doerOf } from '../../journal/doers.ts';
import type { Change } from '../../storage/content.ts';
import type { Work } from '../../storage/text-table.ts';
import type { Api } from './api.ts';
import { parseInput } from './input.ts';

/** What a `PATCH` of a text has besides its fields. */
interface Acts {
  readonly id: string;
  readonly garde?: Guard | undefined;
  readonly travail?: Work | null | undefined;
  readonly publier?: true | undefined;
  readonly prevoir?: string | null | undefined;
  readonly publie_le?: string | null | undefined;
  readonly retire_le?: string | null | undefined;
  readonly redirection?: boolean | undefined;
}

/** How the API shows pages or articles. */
interface Shown<Fields extends { readonly contenu: string }, Given extends Change<Fields>> {
  readonly collection: TextCollection<Fields, Given>;
  readonly path: string;
  /** What the routes do, a short French sentence each. */
  readonly summaries: Readonly<Record<'read' | 'create' | 'change' | 'remove', string>>;
  /** Name of the answer's field and schema of a text: in a list, and alone. */
  readonly many: readonly [field: string, schema: z.ZodType];
  readonly one: readonly [field: string, schema: z.ZodType];
  readonly creation: z.ZodType<Given & { readonly id?: string | undefined; readonly travail?: Work | undefined }>;
  readonly change: z.ZodType<Omit<Change<Fields>, keyof Acts> & Acts>;
  /** The fields, as they may be shown. */
  readonly fields: z.ZodType<Change<Fields>>;
}

const Reading = z.object({
  id: uuid.optional(),
  versions: present.describe('Avec « id » : les versions du texte, la plus récente d’abord.'),
  citations: present.describe('Avec « id » : ce qui nomme l’adresse du texte.'),
  version: z.coerce.number().int().positive().max(2_147_483_647).optional(),
});

const CHANGE_REFUSALS: readonly ErrorCode[] = [
  'introuvable',
  'adresse_prise',
  'adresse_immediate',
  'pas_publie',
  'autre_site',
  'modifie_entre_temps',
];

/** `/api/pages` or `/api/articles` (docs/content.md). */
export function textRoutes<Fields extends { readonly contenu: string }, Given extends Change<Fields>>(
  api: Api,
  shown: Shown<Fields, Given>,
): void {
  const { management } = api.context.database;
  const { collection, path, summaries, many, one } = shown;
  const write = { kind: 'site', scope: 'themes', active: true } as const;

  api.add({
    method: 'GET',
    path,
    summary: summaries.read,
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: {
      200: z.union([
        z.object({ site: answers.site, [many[0]]: z.array(many[1]) }),
        z.object({ site: answers.site, [one[0]]: one[1] }),
        z.object({ site: answers.site, versions: z.array(TextVersion) }),
        z.object({ site: answers.site, version: WholeVersion }),
        z.object({ site: answers.site, citations: z.array(Citation) }),
      ]),
    },
    refusals: ['introuvable', 'version_introuvable'],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      ...(await answerTo(id, query)),
    }),
  });

  const judge = (work: Work): Change<Fields> => parseInput(shown.fields, work);

  async function answerTo(
    siteId: string,
    { id, versions, version, citations }: z.output<typeof Reading>,
  ): Promise<object> {
    if (id === undefined) return { [many[0]]: await collection.list(management, siteId) };
    if (version !== undefined) return { version: await collection.version(management, siteId, id, version) };
    if (citations !== undefined) return { citations: await findCitations(management, siteId, collection.genre, id) };
    if (versions !== undefined) return { versions: await collection.versions(management, siteId, id) };
    return { [one[0]]: await collection.read(management, siteId, id) };
  }

  api.add({
    method: 'POST',
    path,
    summary: summaries.create,
    access: write,
    body: shown.creation,
    answers: { 201: answers.added.extend({ majLe: answers.timestamp.optional() }) },
    refusals: ['adresse_prise', 'introuvable'],
    handle: async ({ site, caller, reply, body }) => {
      const { id = null, travail: work = null } = body;
      const added = await collection.add(management, site.id, { given: body, id, work, by: doerOf(caller) });
      return reply.code(201).send({ ok: true, id: added.id, ...(id !== null && { majLe: added.maj_le }) });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: summaries.change,
    access: write,
    body: shown.change,
    answers: { 200: answers.ok.extend({ majLe: answers.timestamp.optional() }) },
    refusals: CHANGE_REFUSALS,
    handle: async ({ site, caller, body }) => {
      const {
        id,
        garde: guard,
        travail,
        publier,
        prevoir,
        publie_le,
        retire_le,
        redirection: leads = true,
        ...fields
      } = body;
      const acts = { travail, publier, prevoir, retire_le };
      const wish = { ...acts, publie_le, fields: fields as unknown as Change<Fields> };
      const majLe = await collection.act(management, site.id, { id, wish, guard, judge, leads, by: doerOf(caller) });
      const isTold = guard || Object.values(acts).some((act) => act !== undefined);
      return isTold ? { ok: true, majLe } : { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: summaries.remove,
    access: write,
    query: answers.One,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, caller, query }) => {
      await collection.remove(management, site.id, query.id, doerOf(caller));
      return { ok: true };
    },
  });
}
