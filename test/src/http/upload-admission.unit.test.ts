import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { MomentaryRefusal } from '../../../src/errors.ts';
import { UploadAdmission } from '../../../src/http/api/transfer-admission.ts';
import { MEDIA_LIMITS } from '../../../src/media/limits.ts';

/** An answer that ends with `close`. */
const answer = (): FastifyReply & { raw: EventEmitter } => ({ raw: new EventEmitter() }) as never;

it('uploads that wait are bounded, of one site and of all; one that ends makes room', () => {
  const admission = new UploadAdmission();
  const admit = (site: string, reply = answer()) => {
    admission.admit({ siteId: site, accountId: `owner of ${site}` }, reply);
    return reply;
  };
  const first = admit('a');
  for (let n = 1; n < MEDIA_LIMITS.waiting; n++) admit('a');
  expect(() => admit('a')).toThrow(MomentaryRefusal);
  for (let n = MEDIA_LIMITS.waiting; n < MEDIA_LIMITS.waitingInAll; n++) admit(`site ${n}`);
  expect(() => admit('b')).toThrow(MomentaryRefusal);
  first.raw.emit('close');
  admit('b');
  expect(() => admit('c')).toThrow(MomentaryRefusal);
});

it('uploads of two sites that wait in crowds leave every other site its share', () => {
  const admission = new UploadAdmission();
  const admit = (site: string, times: number) => {
    for (let n = 0; n < times; n++) admission.admit({ siteId: site, accountId: `owner of ${site}` }, answer());
  };
  admit('a', MEDIA_LIMITS.waiting);
  admit('b', MEDIA_LIMITS.waiting);
  expect(() => admit('a', 1)).toThrow(MomentaryRefusal);
  for (let n = 0; n < 20; n++) admit(`site ${n}`, 20);
});
