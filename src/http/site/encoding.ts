import accept from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENCODINGS, type Encoding } from '../../sites/content-coding.ts';

type Asking = Pick<FastifyRequest, 'headers'>;

const negotiator = new accept.Negotiator<Encoding>({ supportedValues: [...ENCODINGS] });
const gzipOnly = new accept.Negotiator<'gzip'>({ supportedValues: ['gzip'] });

/** The encoding of the answer to this request; null for none. */
export function encodingFor({ headers }: Asking): Encoding | null {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' ? negotiator.negotiate(accepted) : null;
}

/** Whether a page may be sent as gzip: the only encoding whose files can be put together of parts that were encoded before. */
export function takesGzip({ headers }: Asking): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && gzipOnly.negotiate(accepted) === 'gzip';
}

/** Adds `Accept-Encoding` to `Vary`. */
export function varyByEncoding(reply: FastifyReply): void {
  const known = reply.getHeader('Vary');
  reply.header('Vary', known === undefined ? 'Accept-Encoding' : `${known}, Accept-Encoding`);
}
