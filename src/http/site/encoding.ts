import accept from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';
import { ENCODINGS, type Encoding } from '../../sites/asset-encodings.ts';

const negotiator = new accept.Negotiator<Encoding>({ supportedValues: [...ENCODINGS] });

/** The encoding that a visitor's browser is sent; null for none. */
export function encodingFor({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | null {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' ? negotiator.negotiate(accepted) : null;
}
