import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StartupError } from '../../src/startup-error.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { freshDatabase, query } from '../support/database.ts';
import { ownEnvironment } from '../support/environment.ts';
import { freePorts } from '../support/free-ports.ts';
import { ask } from '../support/http.ts';
import { needs, ROOT_ACCOUNT } from '../support/needs.ts';
import { startTestProgram } from '../support/program.ts';
import { type ServerProcess, startReadyServer, startServer } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const VITRINE = fileURLToPath(new URL('../../src/cli/vitrine.ts', import.meta.url));
const HOST = 'origo.localhost';

const isRoot = ROOT_ACCOUNT.isThere;

async function closedFolder(): Promise<string> {
  const folder = join(await freshDataDir(), 'clos');
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Processes that have this folder on their command line. */
async function processesOn(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(folder));
}

/** As root this also shows that the program starts in a folder that only root may enter, where PostgreSQL's own user has no place. */
describe('the first start on an empty folder', () => {
  let dataDir: string;
  let server: ServerProcess;
  let key: string;

  beforeAll(async () => {
    dataDir = isRoot ? join(await closedFolder(), 'data') : await freshDataDir();
    const [port] = await freePorts(1);
    server = await startReadyServer({ DATA_DIR: dataDir, PORT: String(port) });
    key = /svc_[\w-]{43}/.exec(server.output())?.[0] ?? '';
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  const page = () => ask({ port: server.port, host: HOST });

  it('shows its progress, the addresses, the login and a key', () => {
    const output = server.output();
    expect(output).toContain('Préparation de la base de données');
    expect(output).toContain(`http://origo.localhost:${server.port}/`);
    expect(output).toMatch(/Compte\s+demo@vitrine\.localhost {2}\S{12}/);
    expect(key).toHaveLength(47);
  });

  it('asks for passkeys of this machine', async () => {
    const question = { method: 'POST', path: '/connexion/passkey/defi', body: {} };
    const asked = await ask({ port: server.port, ...question, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(asked.json().options.rpId).toBe('localhost');
  });

  it('serves the demo site', async () => {
    const { status, text } = await page();
    expect(status).toBe(200);
    expect(text).toContain('Atelier de l’Orme');
    expect(text).not.toMatch(/<!-- section (inconnue|en erreur)/);
  });

  it('the home page leads to /catalogue, and that to it', async () => {
    const host = `localhost:${server.port}`;
    expect((await ask({ port: server.port, path: '/', host })).text).toContain('href="/catalogue"');
    const { text } = await ask({ port: server.port, path: '/catalogue', host });
    expect(text).toContain(`class="demo" href="http://origo.localhost:${server.port}/"`);
  });

  it('the printed key edits it, and the next request shows the change', async () => {
    const path = '/api/themes';
    const [theme] = (await ask({ port: server.port, path, key })).json().themes;
    expect(theme).toMatchObject({ nom: 'Origo', role: 'publie', origine: 'origo' });
    const body = { chemin: 'layout/theme.liquid', contenu: 'bonjour {{ site.nom }}' };
    await ask({ port: server.port, path: `${path}/${theme.id}/fichiers`, method: 'PUT', key, body });
    expect((await page()).text).toBe('bonjour Atelier de l’Orme');
  });

  it('the operator’s command works beside it, on the same database', async () => {
    const admin = async (...words: string[]) => {
      const { stdout } = await promisify(execFile)(process.execPath, [VITRINE, 'admin', ...words, '--json'], {
        env: ownEnvironment({ DATA_DIR: dataDir }),
      });
      return JSON.parse(stdout);
    };
    await admin('compte', 'creer', '--email', 'lea@exemple.fr', '--mot-de-passe', 'motdepasse');
    await admin('site', 'creer', '--compte', 'lea@exemple.fr', '--slug', 'chez-lea', '--nom', 'Chez Léa');
    const { id, cle } = await admin('cle', 'creer', '--compte', 'lea@exemple.fr');
    const themes = () => ask({ port: server.port, path: '/api/themes', key: cle });
    expect((await themes()).json()).toMatchObject({ site: { slug: 'chez-lea', nom: 'Chez Léa' }, themes: [] });
    await admin('cle', 'revoquer', id);
    expect((await themes()).status).toBe(401);
  });

  it('another instance on the same folder is refused in one sentence, and the first goes on', async () => {
    const second = await startServer({ DATA_DIR: dataDir });
    expect(second).toEqual({
      code: 1,
      output: expect.stringContaining(
        `vitrine : DATA_DIR (${dataDir}) est déjà utilisé par une autre instance de vitrine.`,
      ),
    });
    expect((await page()).status).toBe(200);
  });

  it('SIGUSR2 replaces its render processes one after the other, and no visitor notices', async () => {
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const statuses = new Set<number>();
    const visits = async () => {
      while (!isOver) {
        statuses.add((await page()).status);
        await sleep(5);
      }
    };
    const visiting = Promise.all([visits(), visits()]);
    server.child.kill('SIGUSR2');
    const isTold = () => expect(server.output()).toContain('a remplacé ses processus de rendu');
    await until('the replacement is told', isTold, 60_000);
    isOver = true;
    await visiting;
    expect([...statuses]).toEqual([200]);
  });

  it('SIGTERM ends it in order, with its database; the next start shows no secret and has everything', async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
    server = await startReadyServer({ DATA_DIR: dataDir });
    expect(server.output()).not.toContain('svc_');
    expect(server.output()).not.toContain('Préparation');
    expect((await page()).text).toBe('bonjour Atelier de l’Orme');
  });

  it('the operator’s command works on its database while it is stopped, and stops it again', async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    const words = ['admin', 'compte', 'creer', '--email', 'paul@exemple.fr', '--mot-de-passe', 'motdepasse', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, [VITRINE, ...words], {
      env: ownEnvironment({ DATA_DIR: dataDir }),
    });
    expect(JSON.parse(stdout)).toMatchObject({ email: 'paul@exemple.fr' });
    expect(await processesOn(dataDir)).toEqual([]);
    server = await startReadyServer({ DATA_DIR: dataDir });
  });

  it('Ctrl-C ends it in order too; a lock file whose process id belongs to another program by now changes nothing', async () => {
    const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    expect(await server.end('SIGINT')).toBe(0);
    expect(await processesOn(dataDir)).toEqual([]);
    await writeFile(lockFile, lock.replace(/^\d+/, String(process.pid)), { mode: 0o600 });
    server = await startReadyServer({ DATA_DIR: dataDir });
    expect((await page()).status).toBe(200);
  });

  it('kill -9 between writes loses none that was acknowledged, and the next start recovers by itself', async () => {
    const [{ id }] = (await ask({ port: server.port, path: '/api/themes', key })).json().themes;
    const path = `/api/themes/${id}/fichiers`;
    let acknowledged = -1;
    let killed = false;
    onTestFinished(() => {
      killed = true;
    });
    const write = async () => {
      for (let n = 0; !killed; n++) {
        const body = { chemin: 'layout/theme.liquid', contenu: `écrit ${n}` };
        const answer = await ask({ port: server.port, path, method: 'PUT', key, body }).catch(() => null);
        if (answer?.status === 200) acknowledged = n;
      }
    };
    const writing = write();
    await until('ten writes are acknowledged', () => expect(acknowledged).toBeGreaterThanOrEqual(10));
    await server.end('SIGKILL');
    killed = true;
    await writing;

    server = await startReadyServer({ DATA_DIR: dataDir });
    expect(server.output()).toContain('Reprise après un arrêt brutal');
    const shown = Number(/écrit (\d+)/.exec((await page()).text)?.[1]);
    // One more may have been written than was acknowledged.
    expect([acknowledged, acknowledged + 1]).toContain(shown);
    expect((await processesOn(dataDir)).filter((line) => / -D /.test(line))).toHaveLength(1);
  });
});

describe('a start that cannot succeed ends with one sentence', () => {
  const refusal = async (environment: Record<string, string>) => {
    const start = await startServer(environment);
    if ('child' in start) {
      await start.end('SIGTERM');
      throw new Error('the server started');
    }
    expect(start.code).toBe(1);
    const sentences = start.output.split('\n').filter((line) => line.startsWith('vitrine : '));
    expect(sentences).toHaveLength(1);
    expect(start.output).not.toMatch(/^\s+at /m);
    return sentences[0];
  };

  /** What `main.ts` would end with, as it does with the errors above. */
  const startupErrorOf = async (environment: Record<string, string>, databaseUrl = '') => {
    const start = startTestProgram(environment, { databaseUrl });
    const error = await start.then(
      (vitrine) => vitrine.close(),
      (refused: unknown) => refused,
    );
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  };

  it('a port that is taken', async () => {
    const url = await freshDatabase();
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    expect(await refusal({ DATABASE_URL: url, PORT: String(port) })).toBe(
      `vitrine : Le port ${port} est déjà pris sur 127.0.0.1 : choisissez-en un autre avec PORT.`,
    );
    taken.close();
  });

  it('an address that is not this machine’s', async () => {
    const sentence = await startupErrorOf({ HOST: '192.0.2.1' }, await freshDatabase());
    expect(sentence).toBe('HOST (192.0.2.1) n’est pas une adresse de cette machine.');
  });

  it('a DATA_DIR that cannot be written', async () => {
    const folder = await freshDataDir();
    await writeFile(join(folder, 'fichier'), '');
    const [file, inFile] = [join(folder, 'fichier'), join(folder, 'fichier', 'x')];
    const sentence = (dataDir: string) => `DATA_DIR (${dataDir}) n’est pas un dossier où ce programme peut écrire.`;
    expect(await refusal({ DATA_DIR: file })).toBe(`vitrine : ${sentence(file)}`);
    expect(await startupErrorOf({ DATA_DIR: inFile })).toBe(sentence(inFile));
  });

  it(
    'as root, a DATA_DIR that PostgreSQL’s account cannot reach, where there are no user namespaces',
    needs(ROOT_ACCOUNT),
    async () => {
      const dataDir = join(await closedFolder(), 'data');
      expect(await refusal({ DATA_DIR: dataDir, PATH: '/vide' })).toContain(
        `ne peut pas traverser ${dirname(dataDir)}`,
      );
      expect(await readdir(dirname(dataDir))).toEqual([]);
    },
  );

  it('a DATA_DIR that is a file, with a database of its own too', async () => {
    const file = join(await freshDataDir(), 'fichier');
    await writeFile(file, '');
    expect(await startupErrorOf({ DATA_DIR: file }, await freshDatabase())).toBe(
      `DATA_DIR (${file}) n’est pas un dossier où ce programme peut écrire.`,
    );
  });

  it('a data directory that PostgreSQL cannot read', async () => {
    const dataDir = await freshDataDir();
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
    await writeFile(join(dataDir, 'postgres-password'), 'x');
    expect(await startupErrorOf({ DATA_DIR: dataDir })).toBe(
      `La base de données n’a pas démarré : voir ${join(dataDir, 'postgres.log')}.`,
    );
  });

  it('a malformed variable', async () => {
    expect(await refusal({ PORT: 'abc' })).toBe(
      'vitrine : Variable d’environnement malformée : PORT doit être un entier de 0 à 65535.',
    );
  });

  it('a database that cannot be reached', async () => {
    expect(await startupErrorOf({}, 'postgres://127.0.0.1:1/x')).toBe(
      'La base de DATABASE_URL ne répond pas : connexion refusée.',
    );
  });

  it('a database that is newer than the program', async () => {
    const url = await freshDatabase();
    await query(url, 'INSERT INTO vitrine_migrations (version) VALUES (9999)');
    expect(await startupErrorOf({}, url)).toContain('La base est plus récente que ce programme');
  });
});

describe('with DATABASE_URL', () => {
  it('no demo is made, a folder that cannot be written is told once, and SIGTERM lets the request under way finish', async () => {
    const url = await freshDatabase({ migrated: false });
    const dataDir = await freshDataDir();
    await writeFile(join(dataDir, 'code'), '');
    const server = await startReadyServer({ DATABASE_URL: url, SERVICE_DATABASE_URL: url, DATA_DIR: dataDir });
    expect(server.output()).not.toContain('svc_');
    const told = () => server.output().match(/"msg":"compiled code cannot be kept: each start compiles it anew"/g);
    await until('the log says that code cannot be kept', told, 60_000);
    expect((await query(url, 'SELECT FROM comptes')).rowCount).toBe(0);
    const body = JSON.stringify({ email: 'personne@exemple.fr', mot_de_passe: 'x' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
    const login = request({ host: '127.0.0.1', port: server.port, method: 'POST', path: '/connexion', headers });
    const answer = once(login, 'response');
    login.flushHeaders();
    // The server has begun with it.
    await once(login, 'continue');
    login.end(body);
    const code = server.end('SIGTERM');
    const [{ statusCode }] = await answer;
    expect(statusCode).toBe(401);
    expect(await code).toBe(0);
    expect(told()).toHaveLength(1);
    await rm(dataDir, { recursive: true, force: true });
  });
});
