import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotMade } from '../../media/variants.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import type { MediaAnswers } from '../media-answers.ts';
import { sendUnavailable } from './unavailable.ts';
import { namesOf, visitedBy } from './visited.ts';

interface Params {
  readonly id: string;
  readonly variant?: string;
}

/** Files of a site's library (docs/media.md, Addresses). */
export function mediaRoutes(app: FastifyInstance, { answers }: { readonly answers: MediaAnswers }): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { state } = visitedBy(request);
    const { id, variant } = request.params as Params;
    try {
      const asked = { siteId: state.site_id, id, variant, isPrivate: false, before: '' };
      return await answers.answer(request, reply, asked);
    } catch (error) {
      if (isOutOfReach(error)) throw error;
      // Where a picture is too much the log has it once.
      if (!(error instanceof NotMade)) {
        request.log.warn({ ...namesOf(request), err: error }, 'a file of a library could not be sent');
      }
      return sendUnavailable(reply);
    }
  };
  app.get('/medias/:id/:name', send);
  app.get('/medias/:id/:variant/:name', send);
}
