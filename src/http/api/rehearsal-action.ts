import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REHEARSAL_LINES } from '../../contract/rehearsal.ts';
import { Refusal } from '../../errors.ts';
import type { RehearsalReport } from '../../sites/rehearsal/report.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { onceOver } from '../answer-end.ts';
import { momentaryRefusalFor } from '../momentary-refusal.ts';
import type { ApiContext } from './api.ts';

interface RehearsalCall {
  readonly accountId: string;
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
  { accountId, site, id, request, reply }: RehearsalCall,
): Promise<RehearsalReport | FastifyReply> {
  const gone = new AbortController();
  onceOver(reply.raw, () => gone.abort());
  const question = { accountId, site, themeId: id, signal: gone.signal };
  reply.header('Cache-Control', 'no-store');
  if (!request.headers.accept?.includes(REHEARSAL_LINES))
    return rehearsals.rehearse({ ...question, progress: () => undefined });

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
  // Before the first page, a refusal is an ordinary answer with its status.
  await Promise.race([begun.promise, rehearsal]);
  rehearsal
    .then(tell, (error) => {
      const refusal = momentaryRefusalFor(error) ?? (error instanceof Refusal ? error : null);
      if (!refusal) request.log.error({ err: error }, 'a rehearsal failed');
      tell((refusal ?? new Refusal('load_failed')).body);
    })
    .finally(() => lines.end());
  return reply.type(`${REHEARSAL_LINES}; charset=utf-8`).send(lines);
}
