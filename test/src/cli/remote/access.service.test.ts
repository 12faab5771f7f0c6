import { once } from 'node:events';
import { chmod, mkdtemp, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../../src/cli/commands/connect.ts';
import { type Context, openRemote } from '../../../../src/cli/commands/context.ts';
import { list } from '../../../../src/cli/commands/list.ts';
import { serviceAddress } from '../../../../src/cli/remote/address.ts';
import { findAccess, keepKey } from '../../../../src/cli/remote/credentials.ts';
import { rehearseThere } from '../../../../src/cli/remote/rehearsal.ts';
import { Remote } from '../../../../src/cli/remote/remote.ts';
import { themeNamed } from '../../../../src/cli/remote/theme-names.ts';
import { emptyRecord, recordingTerminal } from '../../../support/recording-terminal.ts';

const KEY = `svc_${'k'.repeat(43)}`;
const OTHER_KEY = `svc_${'o'.repeat(43)}`;
const configured = async () => ({ XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'vitrine-config-')) });

describe('the address of a service', () => {
  it.each([
    ['https://Vitrine.Exemple.fr:443/themes?x', 'https://vitrine.exemple.fr'],
    ['vitrine.exemple.fr', 'https://vitrine.exemple.fr'],
    ['localhost:3000', 'http://localhost:3000'],
    ['http://a.localhost:3000/', 'http://a.localhost:3000'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['[::1]:1', 'http://[::1]:1'],
  ])('%s is %s', (text, address) => expect(serviceAddress(text)).toBe(address));

  it.each([
    'http://vitrine.exemple.fr',
    'http://localhost.exemple.fr',
    'http://127.0.0.1.exemple.fr',
    'http://0.0.0.0:1',
    'https://moi:secret@exemple.fr',
    'file:///etc/passwd',
    'ftp://exemple.fr',
    'https://',
    '',
  ])('%s is refused', (text) => expect(() => serviceAddress(text)).toThrow(expect.objectContaining({ exit: 2 })));
});

describe('keys', () => {
  it('are kept for their address, in a file that only its owner reads; the last one is taken where none is named', async () => {
    const environment = await configured();
    await keepKey(environment, 'https://a.fr', KEY);
    const file = await keepKey(environment, 'https://b.fr', OTHER_KEY);
    expect([(await stat(file)).mode & 0o777, (await stat(join(file, '..'))).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await findAccess(environment)).toEqual({ address: 'https://b.fr', key: OTHER_KEY });
    expect(await findAccess(environment, 'https://a.fr')).toEqual({ address: 'https://a.fr', key: KEY });
    await expect(findAccess(environment, 'https://c.fr')).rejects.toMatchObject({ code: 'sans_cle' });
    await chmod(file, 0o640);
    await expect(findAccess(environment)).rejects.toMatchObject({ code: 'cle_lisible' });
  });

  it('of the environment are preferred, and are sent only to the address of the environment', async () => {
    const environment = await configured();
    await keepKey(environment, 'https://a.fr', KEY);
    const both = { ...environment, VITRINE_ADRESSE: 'https://b.fr', VITRINE_CLE: OTHER_KEY };
    expect(await findAccess(both)).toEqual({ address: 'https://b.fr', key: OTHER_KEY });
    await expect(findAccess(both, 'https://a.fr')).rejects.toMatchObject({ code: 'autre_adresse' });
    await expect(findAccess({ ...environment, VITRINE_CLE: OTHER_KEY })).rejects.toMatchObject({ exit: 2 });
  });

  it('do not follow a redirection', async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    const redirecting = createServer((_request, response) => {
      const { port } = elsewhere.address() as AddressInfo;
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
    });
    await new Promise((resolve) => redirecting.listen(0, '127.0.0.1', () => resolve(undefined)));
    try {
      const address = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
      const signal = AbortSignal.timeout(20_000);
      await expect(new Remote({ address, key: KEY }, signal).install('origo')).rejects.toMatchObject({ exit: 4 });
      expect(seen).toEqual([]);
    } finally {
      elsewhere.close();
      redirecting.close();
    }
  });
});

describe('a service that takes a request and does not answer', () => {
  let silent: Server;
  let environment: Record<string, string>;
  beforeAll(async () => {
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    environment = { ...(await configured()), VITRINE_ADRESSE: `http://127.0.0.1:${port}`, VITRINE_CLE: KEY };
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  const DRAFT = { id: '12345678-0000-4000-8000-000000000000' };
  it.each<[string, (context: Context) => Promise<unknown>]>([
    ['lister', (context) => list(context, {})],
    ['connexion', (context) => connect(context, { adresse: environment.VITRINE_ADRESSE ?? '', cle: '-' })],
    [
      'repeter',
      async ({ signal, ...context }) => {
        const { access } = await openRemote({ ...context, signal }, {});
        await rehearseThere(access, DRAFT.id, { signal, progress: () => undefined });
      },
    ],
  ])('%s says after two seconds that it waits, once, and goes on waiting', async (_name, command) => {
    const record = emptyRecord();
    const terminal = recordingTerminal(record, { input: KEY, json: true });
    const interruption = new AbortController();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asked = once(silent, 'request');
      const { signal } = interruption;
      const ended = command({ terminal, environment, workingFolder: '/', signal }).catch((error) => error);
      await asked;
      vi.advanceTimersByTime(1_999);
      expect(record.lines).toEqual([]);
      vi.advanceTimersByTime(1);
      const said = [`${environment.VITRINE_ADRESSE} ne répond pas encore : la commande attend. Ctrl-C l’arrête.`];
      expect(record.lines).toEqual(said);
      vi.advanceTimersByTime(60_000);
      interruption.abort();
      expect(await ended).toMatchObject({ exit: 130 });
      expect([record.lines, record.results]).toEqual([said, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a command whose requests wait one after the other says so once', async () => {
    const record = emptyRecord();
    const interruption = new AbortController();
    const context = {
      terminal: recordingTerminal(record),
      environment,
      workingFolder: '/',
      signal: interruption.signal,
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const remote = await openRemote(context, {});
      const ended: unknown[] = [];
      for (const one of [remote, remote.within(90_000), remote.onSite('b')]) {
        const asked = once(silent, 'request');
        ended.push(one.themes().catch(() => undefined));
        await asked;
        vi.advanceTimersByTime(5_000);
      }
      interruption.abort();
      await Promise.all(ended);
      expect(record.lines).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('naming a theme', () => {
  const theme = (id: string, nom: string, role: 'publie' | 'brouillon' = 'brouillon') => ({
    id,
    nom,
    role,
    version: '1',
    origine: null,
    maj_le: '',
  });
  const themes = [
    theme('12345678-0000-4000-8000-000000000000', 'Été', 'publie'),
    theme('12345678-1111-4000-8000-000000000000', 'Forge'),
    theme('abcdef01-0000-4000-8000-000000000000', 'forge'),
    theme('abcdef02-0000-4000-8000-000000000000', 'abcdef01'),
  ];
  it.each([
    ['publie', 0],
    ['été', 0],
    ['12345678-1', 1],
    ['ABCDEF02', 3],
    ['abcdef01-0000-4000-8000-000000000000', 2],
  ])('%s is one theme', (word, index) => expect(themeNamed(themes, word)).toBe(themes[index]));

  it.each([
    ['12345678', 'theme_ambigu', [0, 1]],
    ['Forge', 'theme_ambigu', [1, 2]],
    ['abcdef01', 'theme_ambigu', [2, 3]],
    ['abcdef0', 'theme_introuvable', [0, 1, 2, 3]],
    ['', 'theme_introuvable', [0, 1, 2, 3]],
  ])('« %s » is refused with the candidates', (word, code, candidates) => {
    const ids = candidates.map((index) => expect.objectContaining({ id: themes[index]?.id }));
    expect(() => themeNamed(themes, word)).toThrow(expect.objectContaining({ code, details: { candidats: ids } }));
  });
});
