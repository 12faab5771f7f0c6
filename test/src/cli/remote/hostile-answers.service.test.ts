import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { list } from '../../../../src/cli/commands/list.ts';
import { rehearseThere } from '../../../../src/cli/remote/rehearsal.ts';
import { Remote } from '../../../../src/cli/remote/remote.ts';
import { upgradeThere } from '../../../../src/cli/remote/upgrades.ts';
import { listVersions, versionFile, versionTree } from '../../../../src/cli/remote/versions.ts';
import { Profile } from '../../../../src/contract/profile.ts';
import { emptyRecord, recordingTerminal } from '../../../support/recording-terminal.ts';

/** Clears a screen, goes back, turns the line round, begins another one. */
const EVIL = '\u001b[2J\u009b\u202e\r\nfin';
const SHOWN = '␛[2J';
const ID = '12345678-0000-4000-8000-000000000000';
const AT = '2026-01-01T00:00:00.000000Z';
const PATH = 'assets/a.css';
const HASH = 'a'.repeat(64);
const KEY = `svc_${'k'.repeat(43)}`;

/** A field of which this client knows nothing, and words that it does not know. */
const NEWER = { nouveau: { texte: EVIL } };
const theme = { id: ID, nom: EVIL, role: 'brouillon', ...NEWER };
const file = { chemin: PATH, octets: 1, empreinte: HASH, maj_le: AT, contenu: EVIL, ...NEWER };
const page = {
  adresse: EVIL,
  etat: 'changee',
  raison: EVIL,
  avant: null,
  apres: { statut: 418, ms: 1, octets: 1, ...NEWER },
  sections: [{ type: EVIL, chemin: EVIL, message: EVIL }],
  casses: [{ adresse: EVIL, genre: 'lien' }],
  fichiers: [EVIL],
  difference: `un\n${EVIL}`,
};
const resume = Object.fromEntries(
  ['egales', 'changees', 'echouees', 'nouvelles_pannes', 'omises', 'hors_limite', 'articles_hors_echantillon']
    .concat(['sections', 'casses'])
    .map((name) => [name, 0]),
);
const frame = { genre: EVIL, nom: EVIL, chemin: EVIL, ligne: 1, colonne: 1, appels: 1, ms: 1, ms_propres: 1 };
const ACTIONS: Readonly<Record<string, object>> = {
  profiler: {
    ...{ ok: true, adresse: EVIL, statut: 418, raison: EVIL, gabarit: EVIL, ms: 1, objets: 1, ...NEWER },
    profil: [{ ...frame, objets: 1, objets_propres: 1, parent: null, ...NEWER }],
  },
  actualiser: {
    ...{ ok: true, theme, origine: { id: EVIL, nom: EVIL, version: EVIL }, installee: EVIL, a_jour: false },
    fichiers: [
      {
        ...{ chemin: PATH, etat: 'conflit', catalogue: 'modifie', proprietaire: 'modifie', ...NEWER },
        conflits: [{ cles: [EVIL], original: `un\n${EVIL}`, proprietaire: EVIL, catalogue: EVIL }],
      },
    ],
  },
  repeter: { ok: true, publie: null, brouillon: { id: ID, nom: EVIL }, pages: [page], resume, ...NEWER },
};
const FILES = `/api/themes/${ID}/fichiers`;
const READINGS: Readonly<Record<string, object>> = {
  '/api/themes?lignees': {
    site: { id: ID, slug: EVIL, nom: EVIL, ...NEWER },
    themes: [{ ...theme, version: EVIL, origine: EVIL, maj_le: AT }],
  },
  [`${FILES}?diagnostics`]: {
    theme,
    diagnostics: [{ chemin: EVIL, code: EVIL, gravite: 'erreur', message: EVIL, ...NEWER }],
  },
  [`${FILES}?versions`]: {
    theme,
    versions: [{ numero: 1, cree_le: AT, auteur: EVIL, moyen: EVIL, chemins: [PATH], ...NEWER }],
    copies: [{ ...theme, numero: 1 }],
  },
  [`${FILES}?version=1`]: { theme, version: 1, fichiers: [file] },
  [`${FILES}?version=1&chemin=assets%2Fa.css`]: { fichier: file },
};
const REFUSAL = { error: EVIL, message: EVIL, refus: [{ chemin: EVIL, error: EVIL, message: EVIL, ligne: 1 }] };

let service: Server;
let remote: Remote;
beforeAll(async () => {
  service = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const { action = '' } = sent === '' ? {} : JSON.parse(sent);
    const answer = ACTIONS[action] ?? READINGS[request.url ?? ''];
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(answer ?? REFUSAL)}\n`);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  remote = new Remote({ address, key: KEY }, AbortSignal.timeout(60_000));
});
afterAll(() => void service.close());

/** Nothing of it commands a terminal, or begins a line where there is one text to a line. */
function expectTame(told: object): void {
  const text = JSON.stringify(told);
  expect(text).toContain(SHOWN);
  expect(text).not.toMatch(/\\u001b|\u009b|\u202e|\\r/);
  expect(text).not.toContain('nouveau');
}

describe('the answers of a service that is hostile, and newer than the client', () => {
  it('are read without what this client does not know, and their texts command no terminal', async () => {
    const { signal } = new AbortController();
    for (const told of [
      { diagnostics: await remote.diagnostics(ID) },
      await listVersions(remote, ID),
      await versionTree(remote, ID, 1),
      await remote.act(Profile, { action: 'profiler', id: ID, adresse: '/' }),
      await upgradeThere(remote, ID, { apply: false, conflicts: 'garder', except: [] }),
      await rehearseThere(remote.access, ID, { signal, progress: () => undefined }),
      await remote.change({ id: ID }).then(
        () => ({}),
        ({ message, details, code }) => ({ message, details, code }),
      ),
    ]) {
      expectTame(told);
    }
  });

  it('keep the lines of texts that have several, and no others', async () => {
    const { signal } = new AbortController();
    const report = await rehearseThere(remote.access, ID, { signal, progress: () => undefined });
    expect(report.pages[0]?.difference).toMatch(/^un\n␛.*\nfin$/);
    expect(report.pages[0]?.adresse).not.toContain('\n');
    const { fichiers } = await upgradeThere(remote, ID, { apply: false, conflicts: 'garder', except: [] });
    expect(fichiers[0]?.conflits?.[0]).toMatchObject({
      original: expect.stringMatching(/^un\n/),
      cles: [expect.not.stringContaining('\n')],
    });
  });

  it('keep the contents of files, and the names that are compared, which are made visible where they are printed', async () => {
    expect(await versionFile(remote, ID, 1, PATH)).toEqual({
      chemin: PATH,
      contenu: EVIL,
      empreinte: HASH,
      maj_le: AT,
    });
    const { themes } = await remote.themes();
    expect(themes[0]).toMatchObject({ nom: EVIL, version: EVIL });
    const record = emptyRecord();
    const terminal = recordingTerminal(record);
    const environment = { VITRINE_ADRESSE: remote.access.address, VITRINE_CLE: KEY };
    await list({ terminal, environment, workingFolder: '/', signal: AbortSignal.timeout(60_000) }, {});
    expectTame({ lines: record.lines });
  });
});
