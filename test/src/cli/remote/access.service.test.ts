import { chmod, mkdtemp, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serviceAddress } from '../../../../src/cli/remote/address.ts';
import { findAccess, keepKey } from '../../../../src/cli/remote/credentials.ts';
import { Remote } from '../../../../src/cli/remote/remote.ts';
import { themeNamed } from '../../../../src/cli/remote/theme-names.ts';

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
