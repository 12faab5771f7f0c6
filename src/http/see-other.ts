import type { FastifyReply } from 'fastify';

/** Leads a browser to another page, which it asks for by GET. */
export const seeOther = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('Cache-Control', 'no-store').redirect(address, 303);
