import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';

/** How a connection through the proxy fares. */
interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** Swallows bytes for good: what was lost on the way never arrives. */
  silent: boolean;
}

/** Stands between the program and PostgreSQL, and fails as networks and servers do. */
export class FaultProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #links = new Set<Link>();
  #listener: Server | null = null;
  #port = 0;
  #hanging = false;
  #delayMs = 0;
  #before: () => Promise<unknown> = async () => undefined;

  private constructor(databaseUrl: string) {
    const { hostname, port } = new URL(databaseUrl);
    this.#target = { host: hostname, port: Number(port) };
  }

  static async start(databaseUrl: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(databaseUrl);
    await proxy.accept();
    return proxy;
  }

  /** The address of a database by way of this proxy. */
  url(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.#port);
    return url.href;
  }

  /** Everything passes again; a connection that has lost bytes stays silent. */
  async pass(): Promise<void> {
    this.#hanging = false;
    this.#delayMs = 0;
    await this.accept();
  }

  /** Listens, on the same port as before. */
  async accept(): Promise<void> {
    if (this.#listener) return;
    this.#listener = createServer((client) => this.#connect(client)).listen(this.#port, '127.0.0.1');
    await once(this.#listener, 'listening');
    this.#port = (this.#listener.address() as { port: number }).port;
  }

  /** As a server that is stopped: no connection is left and none is accepted. */
  async stop(): Promise<void> {
    const closed = this.#listener && once(this.#listener, 'close');
    this.#listener?.close();
    this.#listener = null;
    this.cut();
    await closed;
  }

  /** Resets every connection; new ones are accepted. */
  cut(): void {
    for (const { client, server } of this.#links) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  /** As a server that is frozen or a network that drops packets: connections are accepted, and nothing ever arrives. */
  hang(): void {
    this.#hanging = true;
    for (const link of this.#links) link.silent = true;
  }

  /** Every answer comes this much later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Something is done before each new connection goes on to the server. */
  beforeEach(act: () => Promise<unknown>): void {
    this.#before = act;
  }

  async #connect(client: Socket): Promise<void> {
    const server = new Socket();
    const link: Link = { client, server, silent: this.#hanging };
    this.#links.add(link);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#links.delete(link);
        to.destroy();
      });
    }
    await this.#before();
    if (!this.#links.has(link)) return;
    server.connect(this.#target);
    client.on('data', (bytes) => {
      if (!link.silent) server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (this.#delayMs === 0) this.#deliver(link, bytes);
      else setTimeout(() => this.#deliver(link, bytes), this.#delayMs);
    });
  }

  #deliver({ client, silent }: Link, bytes: Buffer): void {
    if (!silent && client.writable) client.write(bytes);
  }
}
