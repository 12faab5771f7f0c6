import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Renderer } from '../../../sandbox/index.ts';
import { Authentication } from '../../../src/accounts/authentication.ts';
import { componentsOf } from '../../../src/health/components.ts';
import { type Component, Health } from '../../../src/health/health.ts';
import { OwnEntrance } from '../../../src/health/own-entrance.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';

/** What a measurement is made with. */
export interface Measured {
  readonly db: RolePools;
  readonly service: RolePools | null;
  readonly renderer: Renderer;
  /** Where the program listens. */
  readonly port: number;
}

/** A health that has measured nothing yet, and what it tells the log. @param now its clock, milliseconds */
export function freshHealth({ db, service, renderer, port }: Measured, now?: () => number) {
  return healthOf(
    componentsOf({
      db,
      renderer,
      authentication: new Authentication(service),
      own: new OwnEntrance(() => ({ address: '127.0.0.1', port })),
      platformHost: 'localhost',
      witnessHost: null,
    }),
    now,
  );
}

/** The same of these components. */
export function healthOf(components: readonly Component[], now?: () => number) {
  const reasons: Record<string, string> = {};
  const warn = ({ component, reason }: { component: string; reason: string }) => {
    reasons[component] = reason;
  };
  return { health: new Health({ components, log: { warn } as never, now }), reasons };
}

/** State by key of one new measurement. */
export async function statesOf(measured: Measured): Promise<Record<string, string>> {
  const { composants } = await freshHealth(measured).health.report();
  return Object.fromEntries(composants.map(({ cle, etat }) => [cle, etat]));
}

export interface OtherServer {
  readonly port: number;
  close(): void;
}

/** An HTTP server that answers as the program might when it does not work. */
export async function startOtherServer(listener: RequestListener): Promise<OtherServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
