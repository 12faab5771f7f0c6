import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rehearse } from '../../../../src/cli/commands/rehearse.ts';
import { EXIT } from '../../../../src/cli/exit-codes.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { ownEnvironment } from '../../../support/environment.ts';
import { MINIMAL_THEME, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { publishTheme } from '../../../support/published-theme.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../../support/theme-author.ts';
import { until } from '../../../support/until.ts';
import { whenIdle } from '../../../support/when-idle.ts';

const VITRINE = fileURLToPath(new URL('../../../../src/cli/vitrine.ts', import.meta.url));
let vitrine: TestProgram;
let client: Client;
let author: ThemeAuthor;
let draftId: string;
let environment: Record<string, string>;

beforeAll(async () => {
  vitrine = await startTestProgram();
  client = await createClient(vitrine);
  await publishTheme(vitrine, client.tenant.siteId, { ...MINIMAL_THEME, 'sections/texte.liquid': 'bonjour' });
  draftId = (await client.themes('POST', { action: 'brouillon' })).json().themeId;
  environment = { VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`, VITRINE_CLE: client.tenant.key };
  author = await createThemeAuthor(environment);
});
afterAll(() => vitrine.close());

const repeat = (word: string, options = {}) =>
  whenIdle(
    () => author.run((context) => rehearse(context, word, options)),
    ({ refusal }) => refusal?.exit === EXIT.unavailable,
  );

/** Pages rendered so far, of all themes. */
const rendered = async () =>
  Number(/vitrine_renders_total\{outcome="page"\} (\d+)/.exec((await vitrine.ask({ path: '/metrics' })).text)?.[1]);

// Rehearsals take idle processors only: beside other tests they may wait for long.
describe('repeter', { timeout: 600_000 }, () => {
  it('tells what changes, and the HTML that differs where it is asked to', async () => {
    await client.put(draftId, 'sections/texte.liquid', 'bonsoir');
    const { said, result, refusal } = await repeat(draftId, { difference: true });
    expect(refusal).toBeNull();
    expect(said).toMatch(/\n {2}\/ change, \d+ octets → \d+ octets de HTML(?:, [\d,]+ ms → [\d,]+ ms)?\n/);
    expect(said).toMatch(/-.*bonjour/);
    expect(said).toMatch(/\+.*bonsoir/);
    expect(said).toMatch(/\n1 page change, 1 page reste égale\.$/);
    expect(result).toMatchObject({ resume: { changees: 1 }, brouillon: { id: draftId } });
  });

  it('refuses the published theme, and names the drafts', async () => {
    const { said, refusal } = await repeat('publie');
    expect([refusal?.code, refusal?.exit]).toEqual(['theme_publie', 1]);
    expect(said).toMatch(/est publié déjà. Nommez un brouillon :\n.*brouillon/);
  });

  it('ends with 1 where a page fails that did not, and with 130 at Ctrl-C, which ends it on the service', async () => {
    await client.put(draftId, 'layout/theme.liquid', "{{ content_for_layout }}{% render 'absent' %}");
    const start = () =>
      spawn(process.execPath, [VITRINE, 'repeter', draftId, '--json'], { env: ownEnvironment(environment) });
    const run = async () => {
      const failing = start();
      const [out, [code]] = await Promise.all([text(failing.stdout), once(failing, 'close')]);
      return { out, code };
    };
    const { out, code } = await whenIdle(run, (ended) => ended.code === EXIT.unavailable);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      erreur: 'panne',
      resume: { nouvelles_pannes: 1 },
      pages: [{ adresse: '/', etat: 'echouee', raison: 'layout_en_erreur' }, { adresse: '/404' }],
    });

    await client.put(draftId, 'layout/theme.liquid', '{{ content_for_layout }}');
    await client.sql(
      "INSERT INTO pages (site_id, slug, titre, gabarit) SELECT $1, 'p' || n, 'P', 'index' FROM generate_series(1, 400) n",
      [client.tenant.siteId],
    );
    const before = await rendered();
    const interrupted = start();
    const said = text(interrupted.stdout);
    const isRendering = async () => (await rendered()) !== before;
    await until('it renders, or has ended', async () => interrupted.exitCode !== null || (await isRendering()));
    interrupted.kill('SIGINT');
    expect(await once(interrupted, 'close')).toEqual([130, null]);
    expect(JSON.parse(await said)).toMatchObject({ erreur: 'interrompu' });
    // The next one of the site is admitted when the interrupted one has ended.
    const next = () => client.themes('POST', { action: 'repeter', id: client.tenant.siteId });
    await until('the next one is admitted', async () => expect((await next()).status).not.toBe(503));
    expect((await rendered()) - before).toBeLessThan(600);
  });
});
