import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { PAGE_STATES, REHEARSAL_REASONS, type RehearsalReport } from '../../sites/rehearsal/report.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { onceOver } from '../answer-end.ts';
import { momentaryRefusalFor } from '../momentary-refusal.ts';
import * as answers from './answers.ts';
import type { ApiContext } from './api.ts';

const Side = z.object({
  statut: z.union([z.literal(200), z.literal(404), z.literal(503)]),
  ms: z.number().nullable(),
  octets: z.int(),
});
const named = z.object({ id: answers.id, nom: z.string() });

/** What a rehearsal answers (docs/rehearsal.md). */
export const Rehearsal = answers.ok.extend({
  publie: named.nullable(),
  brouillon: named,
  pages: z.array(
    z.object({
      adresse: z.string(),
      etat: z.enum(PAGE_STATES),
      raison: z.enum(REHEARSAL_REASONS).nullable(),
      avant: Side.nullable(),
      apres: Side.nullable(),
      sections: z.array(
        z.object({ type: z.string(), chemin: z.string(), ligne: z.int().optional(), message: z.string() }),
      ),
      casses: z.array(z.object({ adresse: z.string(), genre: z.enum(['lien', 'fichier']) })),
      fichiers: z.array(z.string()),
      difference: z.string().nullable(),
    }),
  ),
  resume: z.object({
    egales: z.int(),
    changees: z.int(),
    echouees: z.int(),
    nouvelles_pannes: z.int(),
    omises: z.int(),
    hors_limite: z.int(),
    articles_hors_echantillon: z.int(),
    sections: z.int(),
    casses: z.int(),
  }),
});

/** The type of an answer of several lines: progress, and last the report. */
const LINES = 'application/x-ndjson';

interface RehearsalCall {
  readonly site: MemberSite;
  /** Id of a draft. */
  readonly id: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * `POST /api/themes` with the action `repeter`: rehearses the publication of a draft. It ends when its client goes away.
 * @throws MomentaryRefusal; Refusal `introuvable`, `theme_publie`, `invalid_input`
 */
export async function rehearse(
  { rehearsals }: Pick<ApiContext, 'rehearsals'>,
  { site, id, request, reply }: RehearsalCall,
): Promise<RehearsalReport | FastifyReply> {
  const gone = new AbortController();
  onceOver(reply.raw, () => gone.abort());
  const question = { site, themeId: id, signal: gone.signal };
  reply.header('Cache-Control', 'no-store');
  if (!request.headers.accept?.includes(LINES)) return rehearsals.rehearse({ ...question, progress: () => undefined });

  const lines = new PassThrough().on('error', () => undefined);
  const tell = (line: object) => void lines.write(`${JSON.stringify(line)}\n`);
  const begun = Promise.withResolvers<void>();
  const rehearsal = rehearsals.rehearse({
    ...question,
    progress: (fait, total) => {
      tell({ fait, total });
      begun.resolve();
    },
  });
  // What is refused before the first page is an ordinary refusal.
  await Promise.race([begun.promise, rehearsal]);
  rehearsal
    .then(tell, (error) => {
      const refusal = momentaryRefusalFor(error) ?? (error instanceof Refusal ? error : null);
      if (!refusal) request.log.error({ err: error }, 'a rehearsal failed');
      tell((refusal ?? new Refusal('load_failed')).body);
    })
    .finally(() => lines.end());
  return reply.type(`${LINES}; charset=utf-8`).send(lines);
}
