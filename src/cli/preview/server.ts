import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { classicScript } from '../../../sandbox/index.ts';
import { settleTarget } from '../../http/entrance.ts';
import { FontFiles } from '../../http/font-files.ts';
import { endWithPlatformPage } from '../../http/platform-page.ts';
import { COMMON_OPTIONS } from '../../http/server-options.ts';
import { contactFormRoutes } from '../../http/site/contact-form-routes.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { type LiveOptions, liveRoutes } from './live-routes.ts';
import { type ThemeOptions, themeRoutes } from './theme-routes.ts';

const PAGE_SCRIPT = new URL('browser/client.js', import.meta.url).href;

const HOST = '127.0.0.1';

/** The allowed host names: another name that resolves to this machine is refused (DNS rebinding). */
const OWN_NAMES: readonly string[] = [HOST, 'localhost'];

/** Ports that are tried, one after the other. */
const PORTS_TRIED = 50;

const STRANGE_HOST = {
  title: 'Adresse refusée',
  sentences: ['L’aperçu ne répond qu’à l’adresse que le terminal affiche.'],
} as const;

export interface PreviewServerOptions extends ThemeOptions, Omit<LiveOptions, 'script'> {
  readonly port: number;
  /** Whether another port may be used when the wanted one is taken. */
  readonly isPortFree: boolean;
}

export interface PreviewServer {
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves a theme to this machine, and to no other.
 * @throws CommandRefusal when the port is taken or may not be used
 */
export async function startPreviewServer(options: PreviewServerOptions): Promise<PreviewServer> {
  const app = Fastify(COMMON_OPTIONS);
  liveRoutes(app, { ...options, script: await classicScript(PAGE_SCRIPT) });
  // The preview stores nothing and shows the answer that a site would give.
  app.register(async (scope) => contactFormRoutes(scope, { trustProxy: false, receive: async () => 'merci' }));
  themeRoutes(app, options);
  const [fonts] = await Promise.all([FontFiles.open(), app.ready()]);

  const server = createServer((request, response) => {
    if (!settleTarget(request) || !isOwnName(request.headers.host, server))
      endWithPlatformPage(response, 403, STRANGE_HOST);
    else if (!fonts.answer(request, response)) app.routing(request, response);
  });
  const port = await listen(server, options);
  return {
    address: `http://${HOST}:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await app.close();
    },
  };
}

function isOwnName(host: string | undefined, server: Server): boolean {
  const { port } = server.address() as AddressInfo;
  return OWN_NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
}

async function listen(server: Server, { port, isPortFree }: PreviewServerOptions): Promise<number> {
  const last = isPortFree ? Math.min(port + PORTS_TRIED, 65_535) : port;
  for (let tried = port; tried <= last; tried++) {
    const refusal = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(tried, HOST, () => {
        server.off('error', resolve);
        resolve(null);
      });
    });
    if (!refusal) return (server.address() as AddressInfo).port;
    if (refusal.code !== 'EADDRINUSE')
      throw new CommandRefusal(
        `Le port ${tried} ne peut pas être utilisé (${refusal.code}) : choisissez-en un autre par --port.`,
      );
  }
  throw new CommandRefusal(
    isPortFree
      ? `Aucun port n’est libre de ${port} à ${last} : choisissez-en un autre par --port.`
      : `Le port ${port} est déjà pris : choisissez-en un autre, ou retirez --port.`,
  );
}
