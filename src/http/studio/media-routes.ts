import type { FastifyReply, FastifyRequest } from 'fastify';
import { siteNamed } from '../../accounts/access.ts';
import type { MediaAnswers } from '../media-answers.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { studioPath, type Visitor } from './visitor.ts';

/** Where the studio has the files of a library, behind the path of their site: as they are on the site's own host. */
export const MEDIA_PATHS = ['/medias/:id/:name', '/medias/:id/:variant/:name'] as const;

/** Sends a file of the library of one of the visitor's sites, whatever role he has there. */
export function sendMedia(
  answers: MediaAnswers,
  visitor: Visitor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | FastifyReply {
  const { site: named, id, variant } = request.params as { site: string; id: string; variant?: string };
  const site = siteNamed(visitor.sites, named);
  if (!site) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
  return answers.answer(request, reply, { siteId: site.id, id, variant, isPrivate: true, before: studioPath(site) });
}
