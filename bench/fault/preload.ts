/** Loaded before a program that is measured with `--fault`: its HTTP servers do what the header of a request says before they answer it. */
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_HEADER, type Fault } from './fault.ts';

const kept: Buffer[] = [];
let asked = 0;

/** Processor time of this thread, milliseconds: on a busy machine a fault is no smaller. */
const used = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const emit = Server.prototype.emit as (this: Server, event: string, ...values: unknown[]) => boolean;
Server.prototype.emit = function (this: Server, event: string, ...values: unknown[]): boolean {
  const [request, response] = values;
  const asks = request instanceof IncomingMessage && response instanceof ServerResponse;
  if (event !== 'request' || !asks || !request.headers[FAULT_HEADER]) return emit.call(this, event, ...values);
  const given = new URLSearchParams(String(request.headers[FAULT_HEADER]));
  const amount = (name: keyof Fault) => Number(given.get(name) ?? 0);
  if (amount('plain')) delete request.headers['accept-encoding'];
  if (amount('keep')) kept.push(Buffer.alloc(amount('keep') * 1_024, 1));
  for (const until = used() + amount('busy'); used() < until; );
  if (amount('fail') && ++asked % amount('fail') === 0) {
    response.writeHead(500).end();
    return true;
  }
  if (amount('late')) void sleep(amount('late')).then(() => emit.call(this, event, ...values));
  else emit.call(this, event, ...values);
  return true;
};
