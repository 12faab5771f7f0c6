import accept from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENCODINGS, type Encoding } from '../../sites/content-coding.ts';

const negotiator = new accept.Negotiator<Encoding>({ supportedValues: [...ENCODINGS] });

/** The encoding of the answer to this request; null for none. */
export function encodingFor({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | null {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' ? negotiator.negotiate(accepted) : null;
}

/** Adds `Accept-Encoding` to `Vary`. */
export function varyByEncoding(reply: FastifyReply): void {
  const known = reply.getHeader('Vary');
  reply.header('Vary', known === undefined ? 'Accept-Encoding' : `${known}, Accept-Encoding`);
}
