import { type IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { WriteAdmission } from '../../../src/http/api/write-admission.ts';

describe('long bodies of one site', () => {
  const reply = () => ({ raw: new ServerResponse({ method: 'PUT' } as IncomingMessage) }) as FastifyReply;
  const [a, b] = [
    { siteId: 'a', accountId: 'léa' },
    { siteId: 'b', accountId: 'paul' },
  ];
  const isOver = (turn: Promise<void>, withinMs: number) =>
    Promise.race([turn.then(() => true), sleep(withinMs, false)]);

  it('are processed one after the other, with pauses as long as three times each body; those of another site and account do not wait', async () => {
    const writes = new WriteAdmission();
    const first = reply();
    await writes.takeTurn(a, first);
    const second = writes.takeTurn(a, reply());
    await writes.takeTurn(b, reply());
    await sleep(300);
    expect(await isOver(second, 0)).toBe(false);
    first.raw.emit('close');
    expect(await isOver(second, 300)).toBe(false);
    await second;
  });

  it('whose client has gone do not delay others', async () => {
    const writes = new WriteAdmission();
    const [first, gone] = [reply(), reply()];
    await writes.takeTurn(a, first);
    const left = writes.takeTurn(a, gone);
    const last = writes.takeTurn(a, reply());
    gone.raw.emit('close');
    first.raw.emit('close');
    await Promise.all([left, last]);
  });
});
