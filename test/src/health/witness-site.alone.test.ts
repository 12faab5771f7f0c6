import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnEntrance } from '../../../src/health/own-entrance.ts';
import { probeWitnessSite } from '../../../src/health/witness-site.ts';
import { type Client, createClient } from '../../support/client.ts';
import { adminJson } from '../../support/operator.ts';
import { ownSandbox, startTestProgram, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { healthOf } from './support.ts';

let vitrine: TestProgram;
let client: Client;
let themeId: string;

beforeAll(async () => {
  vitrine = await startTestProgram({}, { sandbox: ownSandbox() });
  client = await createClient(vitrine);
  themeId = await client.install();
});
afterAll(() => vitrine.close());

/** One new measurement of `site`. */
async function measure(witness = client.tenant.slug) {
  const own = new OwnEntrance(() => ({ address: '127.0.0.1', port: vitrine.port }));
  const { health, reasons } = healthOf([
    { cle: 'site', nom: 'Sites clients', probe: (signal) => probeWitnessSite(own, `${witness}.localhost`, signal) },
  ]);
  const { etat } = await health.report();
  return { etat, reason: reasons.site };
}

/** A machine that does too much at once may keep a probe waiting for too long. */
const expectSite = (state: object, witness?: string) =>
  until('the state of the site is the expected one', async () => expect(await measure(witness)).toEqual(state), 40_000);

const WORKS = { etat: 'ok', reason: undefined };
const fails = (reason: string) => ({ etat: 'hs', reason: expect.stringContaining(reason) });

const STYLESHEET = "{{ 'theme.css' | asset_url | stylesheet_tag }}";
const SCRIPT = '<script nonce="{{ nonce }}"></script>';
const INLINE = '<style nonce="{{ nonce }}">a{color:red}</style>';
const NO_STYLE = 'the page has no style sheet of its theme';
const NO_NONCE = 'the page lacks a nonce that its policy demands';

describe('site: one published witness site through the public entrance, stylesheet included', () => {
  it('is hs while the site has no published theme, and without such a site', async () => {
    const platform = fails('a page of the platform stands in the place of the witness site');
    await expectSite(platform);
    await expectSite(platform, 'personne');
  });

  it('is ok with a theme of the catalog', async () => {
    expect((await client.publish(themeId)).status).toBe(200);
    await expectSite(WORKS);
  });

  it('is ok under an address that it had before', async () => {
    const named = `${client.tenant.slug}-2`;
    await adminJson(vitrine.databaseUrl, 'site', 'renommer', client.tenant.slug, '--slug', named);
    await expectSite(WORKS);
    await adminJson(vitrine.databaseUrl, 'site', 'renommer', named, '--slug', client.tenant.slug);
  });

  it('is ok where another domain is its main address', async () => {
    const domain = (...words: string[]) =>
      adminJson(vitrine.databaseUrl, 'site', 'domaine', client.tenant.slug, ...words);
    await domain('--ajouter', 'www.temoin.fr');
    await domain('--principal', 'www.temoin.fr');
    await expectSite(WORKS);
    await domain('--retirer', 'www.temoin.fr');
  });

  it.each([
    ['a style sheet at its address, the nonce on a script', STYLESHEET + SCRIPT],
    ['a style sheet in the page', INLINE],
    ['both', STYLESHEET + INLINE],
    ['an address in another form', `<LINK REL='Stylesheet preload' HREF=${'{{ "theme.css" | asset_url }}'} >${SCRIPT}`],
    [
      'an address with its host',
      `<link rel="stylesheet" href="//{{ site.slug }}.localhost{{ 'theme.css' | asset_url }}">${SCRIPT}`,
    ],
    ['a style sheet of others besides', `${INLINE}<link rel="stylesheet" href="https://exemple.fr/x.css">`],
    ['megabytes after its head', `${STYLESHEET}${SCRIPT}{% for n in (1..9000) %}${'<a>'.repeat(100)}{% endfor %}`],
  ])('is ok with %s', async (_what, layout) => {
    await client.put(themeId, 'layout/theme.liquid', layout);
    await expectSite(WORKS);
  });

  it.each([
    ['an empty page', '', 'the page is empty'],
    ['a blank page', '{% if false %}{% endif %} \n', 'the page is empty'],
    ['no nonce', STYLESHEET, NO_NONCE],
    ['a nonce of its own', `${STYLESHEET}<script nonce="abc"></script>`, NO_NONCE],
    ['the nonce in a text', `${STYLESHEET}<p nonce="{{ nonce }}">{{ nonce }}</p>`, NO_NONCE],
    ['the nonce in a comment', `${STYLESHEET}<!-- ${SCRIPT} -->`, NO_NONCE],
    ['no style sheet', SCRIPT, NO_STYLE],
    ['an empty style sheet in the page', '<style nonce="{{ nonce }}"> </style>a', NO_STYLE],
    ['a style sheet in the page that its policy forbids', `${SCRIPT}<style>a{color:red}</style>`, NO_STYLE],
    ['its style sheet in a comment', `${SCRIPT}<!-- ${STYLESHEET} -->`, NO_STYLE],
    ['its style sheet in a text field', `${SCRIPT}<textarea>${STYLESHEET}</textarea>`, NO_STYLE],
    [
      'a style sheet of others only',
      `${SCRIPT}<link rel="stylesheet" href="https://exemple.fr/theme-assets/x.css">`,
      NO_STYLE,
    ],
    ['a style sheet that is not there', `${INLINE}{{ 'autre.css' | asset_url | stylesheet_tag }}`, 'answers 404'],
    ['a picture for its style sheet', `${SCRIPT}{{ 'favicon.svg' | asset_url | stylesheet_tag }}`, 'of another type'],
    [
      'its end beyond what is read',
      `{% for n in (1..9000) %}${'<a>'.repeat(100)}{% endfor %}${STYLESHEET}${INLINE}`,
      NO_NONCE,
    ],
  ])('is hs with %s', async (_what, layout, reason) => {
    await client.put(themeId, 'layout/theme.liquid', layout);
    await expectSite(fails(reason));
  });

  it('is hs when its style sheet is empty', async () => {
    await client.put(themeId, 'layout/theme.liquid', STYLESHEET + SCRIPT);
    await client.put(themeId, 'assets/theme.css', ' ');
    await expectSite(fails('a style sheet of the theme is empty'));
    await client.put(themeId, 'assets/theme.css', 'a{}');
    await expectSite(WORKS);
  });

  it('is hs when the page exceeds a limit', async () => {
    const loop =
      '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}';
    await client.put(themeId, 'layout/theme.liquid', STYLESHEET + SCRIPT + loop);
    expect((await measure()).etat).toBe('hs');
  });
});

it('SANTE_SITE_TEMOIN names the witness; nothing of it is told', async () => {
  const other = await createClient(vitrine);
  const { slug, siteId, accountId } = other.tenant;
  const program = await startTestProgram({ SANTE_SITE_TEMOIN: slug }, { databaseUrl: vitrine.databaseUrl });
  const whole = await program.ask({ path: '/api/sante' });
  const keys = whole.json().composants.map(({ cle, etat }: { cle: string; etat: string }) => [cle, etat]);
  expect(keys).toEqual([
    ['base', 'ok'],
    ['connexion', 'ok'],
    ['rendu', 'ok'],
    ['site', 'hs'],
    ['ecran', 'ok'],
  ]);
  const [site, base] = [
    await program.ask({ path: '/api/sante?c=site' }),
    await program.ask({ path: '/api/sante?c=base' }),
  ];
  expect([whole.status, site.status, base.status]).toEqual([503, 503, 200]);
  const { mesureLe } = whole.json();
  expect(site.json()).toEqual({
    composant: 'site',
    nom: 'Sites clients',
    etat: 'hs',
    ms: expect.any(Number),
    mesureLe,
  });
  for (const secret of [slug, siteId, accountId, 'platform']) expect(whole.text + site.text).not.toContain(secret);
  await program.close();

  await other.publish(await other.install());
  const healthy = await startTestProgram({ SANTE_SITE_TEMOIN: slug }, { databaseUrl: vitrine.databaseUrl });
  const status = async () => (await healthy.ask({ path: '/api/sante' })).status;
  await until('the service is well', async () => expect(await status()).toBe(200), 40_000);
  await healthy.close();
});
