import accept from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENCODINGS, type Encoding } from '../../sites/content-coding.ts';

const negotiator = new accept.Negotiator<Encoding>({ supportedValues: [...ENCODINGS] });

/** The encoding that a visitor's browser is sent; null for none. */
export function encodingFor({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | null {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' ? negotiator.negotiate(accepted) : null;
}

/** Tells caches that the answer depends on the encodings that a browser takes, besides what it depends on already. */
export function varyByEncoding(reply: FastifyReply): void {
  const known = reply.getHeader('Vary');
  reply.header('Vary', known === undefined ? 'Accept-Encoding' : `${known}, Accept-Encoding`);
}
