/** What tests need of their machine besides Node, npm and a shell. A test that lacks something is skipped, and says what it lacks. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TaskMeta } from 'vitest';
import { IS_SOAK } from './soak.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped, as the end of "skipped for want of". */
    lacks?: string;
  }
}

/** Something that a machine may lack. */
export interface Need {
  readonly name: string;
  /** How it is had. */
  readonly how: string;
  readonly isThere: boolean;
}

/** Debian has folders for administrators, which are not in everybody's `PATH`. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where a program is; null where it is not installed. @param name or its path */
export const programPath = (name: string): string | null =>
  (name.startsWith('/') ? [name] : FOLDERS.map((folder) => join(folder, name))).find(existsSync) ?? null;

/** Chromium without a window first: the same engine, which for the same pages takes two thirds of the processor time. */
const CHROMIUMS = [process.env.CHROMIUM, 'chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
export const CHROMIUM = CHROMIUMS.flatMap((name) => (name ? (programPath(name) ?? []) : []))[0];
/** The server of Debian 12, older than the embedded one. */
export const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';

const POSTGRES = join(DEBIAN_POSTGRES, 'postgres');
const SWIFT = ['proxy', 'account', 'container', 'object'].map((part) => `swift-${part}-server`);

/** Programs that tests start, and Debian's packages that have them. */
const PROGRAMS = {
  Caddy: [['caddy'], 'caddy'],
  Chromium: [[CHROMIUM ?? 'chromium'], 'chromium-headless-shell'],
  curl: [['curl'], 'curl'],
  dnsmasq: [['dnsmasq'], 'dnsmasq-base'],
  Emacs: [['emacs'], 'emacs-nox elpa-eglot'],
  exim4: [['exim4'], 'exim4-daemon-light'],
  git: [['git'], 'git'],
  HAProxy: [['haproxy', 'openssl'], 'haproxy openssl'],
  Neovim: [['nvim'], 'neovim'],
  Patroni: [
    ['patroni', 'etcd', 'haproxy', 'openssl', POSTGRES],
    'patroni etcd-server etcd-client haproxy openssl postgresql-15',
  ],
  PgBouncer: [['pgbouncer'], 'pgbouncer'],
  pgBackRest: [['pgbackrest', POSTGRES], 'pgbackrest postgresql-15'],
  'PostgreSQL 15': [[POSTGRES], 'postgresql-15'],
  promtool: [['promtool'], 'prometheus'],
  Python: [['python3'], 'python3'],
  script: [['script'], 'bsdutils'],
  Swift: [
    ['swift-ring-builder', 'memcached', ...SWIFT],
    'swift-proxy swift-account swift-container swift-object memcached',
  ],
  'systemd-analyze': [['systemd-analyze'], 'systemd'],
} satisfies Record<string, readonly [programs: string[], packages: string]>;

export type Program = keyof typeof PROGRAMS;

/** Root, as containers and gates have it. */
export const ROOT_ACCOUNT: Need = { name: 'root', how: 'run as root', isThere: process.getuid?.() === 0 };
export const SOAK: Need = { name: 'a soak', how: 'npm run test:soak', isThere: IS_SOAK };

/** What of these this machine lacks, and how it is had; null where all are there. */
export function lack(...needs: readonly (Program | Need)[]): string | null {
  const missing = needs.map(needOf).find(({ isThere }) => !isThere);
  return missing ? `${missing.name} (${missing.how})` : null;
}

function needOf(need: Program | Need): Need {
  if (typeof need !== 'string') return need;
  const [programs, packages] = PROGRAMS[need];
  return {
    name: need,
    how: `apt-get install --no-install-recommends ${packages}`,
    isThere: programs.every((program) => programPath(program) !== null),
  };
}

/** Options of tests that are skipped where one of these is not there. */
export function needs(...wanted: readonly (Program | Need)[]): { readonly skip: boolean; readonly meta: TaskMeta } {
  const lacks = lack(...wanted);
  return { skip: lacks !== null, meta: lacks === null ? {} : { lacks } };
}
