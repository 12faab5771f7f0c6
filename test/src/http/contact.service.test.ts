import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContactSite, encoded, publishContactSite, URLENCODED } from '../../support/contact.ts';
import { query } from '../../support/database.ts';
import type { Answer } from '../../support/http.ts';
import { sha256 } from '../../support/login.ts';
import { BEHIND_EDGE, createTenant, sharedProgram, type TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

let vitrine: TestProgram;
/** On the same database, and believing no proxy. */
let second: TestProgram;
let site: ContactSite;

beforeAll(async () => {
  vitrine = await sharedProgram(BEHIND_EDGE);
  second = await sharedProgram();
});
afterAll(async () => {
  await second.close();
  await vitrine.close();
});
beforeEach(async () => {
  site = await publishContactSite(vitrine);
});

const MESSAGE = { nom: 'Léa', message: 'Bonjour' };
const BOUNDARY = '----limite';
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

const multipart = (...parts: (readonly [disposition: string, content: string])[]): string =>
  [
    ...parts.map(
      ([disposition, content]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

/** Status, and what the visitor is told. */
const told = ({ status, headers }: Answer) => [
  status,
  new URL(headers.location ?? '', 'http://site.invalid').searchParams.get('demande'),
];
const MERCI = [303, 'merci'];
const ERREUR = [303, 'erreur'];

describe('`page.demande` after a contact-form submission, read from the query string after the redirect', () => {
  it('is merci once the request is recorded', async () => {
    const answer = await site.send(encoded(MESSAGE));
    expect([answer.status, answer.headers.location, answer.text]).toEqual([303, '/?demande=merci', '']);
    expect((await site.ask({ path: answer.headers.location ?? '' })).text).toBe('[merci]');
    expect(await site.received()).toEqual([{ page: '/', champs: MESSAGE }]);
  });

  it('is erreur when it is not', async () => {
    const answer = await site.send('');
    expect([answer.status, answer.headers.location]).toEqual([303, '/?demande=erreur']);
    expect((await site.ask({ path: answer.headers.location ?? '' })).text).toBe('[erreur]');
    expect(await site.received()).toEqual([]);
  });

  it('the request goes to the site whose form it was, and to no other', async () => {
    const other = await publishContactSite(vitrine);
    await site.send(encoded(MESSAGE));
    expect([(await site.received()).length, (await other.received()).length]).toEqual([1, 0]);
  });
});

describe('what a form sends', () => {
  it('is stored under its own names, whatever they are; fields of one name become a list', async () => {
    const hostile = '<script>alert(1)</script>';
    const fields: [string, string][] = [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', ''],
      ['choix', 'un'],
      ['nom', `é😀 ${hostile}`],
      ['choix', 'deux'],
      ['choix', 'deux'],
      ['message', 'deux\r\nlignes'],
      ['_autre', 'c'],
    ];
    const expected = [
      ['__proto__', 'a'],
      ['_autre', 'c'],
      ['choix', ['un', 'deux', 'deux']],
      ['constructor', 'b'],
      ['message', 'deux\nlignes'],
      ['nom', `é😀 ${hostile}`],
      ['toString', ''],
    ];
    expect(told(await site.send(encoded(fields)))).toEqual(MERCI);
    const parts = fields.map(([name, value]) => [`name="${name}"`, value] as const);
    expect(told(await site.send(multipart(...parts), MULTIPART))).toEqual(MERCI);
    const stored = await site.received();
    expect(stored.map(({ champs }) => Object.entries(champs).sort(([a], [b]) => (a < b ? -1 : 1)))).toEqual([
      expected,
      expected,
    ]);
  });

  describe('is shown in the order of the form', () => {
    const FIELDS: [string, string][] = [
      ['téléphone', '1'],
      ['10', '2'],
      ['2', '3'],
      ['nom', '4'],
      ['message-de-plus', '5'],
      ['a', '6'],
      ['__proto__', '7'],
      ['2', '8'],
      ['constructor', '9'],
      ['-1', '10'],
      ['NOM', '11'],
    ];
    const shownFields = (page: string) =>
      JSON.parse(page.split(' id="donnees">')[1]?.split('<')[0] ?? '').props.requests[0].fields;
    const NAMES = [...new Set(FIELDS.map(([name]) => name))];

    it('by the API, also to who reads objects as JavaScript does', async () => {
      expect(told(await site.send(encoded(FIELDS)))).toEqual(MERCI);
      const answer = await vitrine.ask({ path: '/api/demandes', key: site.key, besideSession: true });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      const [{ champs, ordre }] = answer.json().demandes;
      expect(ordre).toEqual(NAMES);
      expect(new Map(Object.entries(champs))).toEqual(
        new Map([...FIELDS, ['2', ['3', '8']] as const].map(([name, value]) => [name, value])),
      );
      const written = answer.text.slice(answer.text.indexOf('"champs"'));
      const places = NAMES.map((name) => written.indexOf(`${JSON.stringify(name)}:`));
      expect([...places].sort((a, b) => a - b)).toEqual(places);
    });

    it('by the studio', async () => {
      await site.send(encoded(FIELDS));
      const { headers } = await signIn(vitrine, site);
      const { text } = await vitrine.ask({ path: `/studio/${site.slug}/demandes`, headers });
      expect(shownFields(text)).toEqual(
        NAMES.map((name) => [name, name === '2' ? '3, 8' : FIELDS.find(([named]) => named === name)?.[1]]),
      );
    });
  });

  it('is bounded: 50 fields, names of 100, values of 10,000 units, bodies of 64 KiB', async () => {
    const many = (count: number) => encoded(Array.from({ length: count }, (_, n) => [`f${n}`, 'x']));
    for (const [body, expected] of [
      [many(50), MERCI],
      [many(51), ERREUR],
      [`${many(50)}&_site_web=&_instant=&_page=`, MERCI],
      [encoded({ ['n'.repeat(100)]: 'x' }), MERCI],
      [encoded({ ['n'.repeat(101)]: 'x' }), ERREUR],
      [encoded({ ['😀'.repeat(50)]: 'x' }), MERCI],
      [encoded({ ['😀'.repeat(51)]: 'x' }), ERREUR],
      [encoded({ m: 'x'.repeat(10_000) }), MERCI],
      [encoded({ m: 'x'.repeat(10_001) }), ERREUR],
      [encoded({ m: '\r\n'.repeat(9_999).concat('x') }), MERCI],
      [`m=x${'&'.repeat(64 * 1024 - 3)}`, MERCI],
      [`m=x${'&'.repeat(64 * 1024 - 2)}`, ERREUR],
      ['&a'.repeat(32 * 1024), ERREUR],
      ['x'.repeat(1024 * 1024), ERREUR],
    ] as const) {
      expect([body.slice(0, 40), body.length, ...told(await site.send(body))]).toEqual([
        body.slice(0, 40),
        body.length,
        ...expected,
      ]);
    }
    expect(await site.received()).toHaveLength(7);
  });

  it.each<[string, string | undefined, Record<string, string>]>([
    ['nothing', undefined, {}],
    ['blanks', 'nom=+&message=%0D%0A', {}],
    ['only what the platform reads', '_page=%2F&_site_web=', {}],
    ['a field without a name', '=x', {}],
    ['U+0000 in a value', 'nom=a%00b', {}],
    ['U+0000 in a name', 'a%00b=nom', {}],
    ['JSON', '{"nom":"x"}', { 'content-type': 'application/json' }],
    ['plain text', 'nom=x', { 'content-type': 'text/plain' }],
    ['a type that is none', 'nom=x', { 'content-type': ';' }],
    ['a file', multipart(['name="nom"', 'x'], ['name="f"; filename="a.txt"', 'a']), MULTIPART],
    ['an empty file with a name', multipart(['name="nom"', 'x'], ['name="f"; filename="a.txt"', '']), MULTIPART],
    ['multipart without a boundary', multipart(['name="nom"', 'x']), { 'content-type': 'multipart/form-data' }],
    ['multipart cut short', multipart(['name="nom"', 'x']).slice(0, -20), MULTIPART],
    ['multipart that is none', 'nom=x', MULTIPART],
    ['U+0000 in a part', multipart(['name="nom"', 'a\0b']), MULTIPART],
  ])('as %s is not stored, and told', async (_what, body, headers) => {
    expect(told(await site.send(body, headers))).toEqual(ERREUR);
    expect(await site.received()).toEqual([]);
  });

  it('may bring a file field that was left empty', async () => {
    const body = multipart(['name="nom"', 'x'], ['name="f"; filename=""', '']);
    expect(told(await site.send(body, MULTIPART))).toEqual(MERCI);
    expect(await site.received()).toEqual([{ page: '/', champs: { nom: 'x' } }]);
  });

  it('what is not UTF-8 becomes what can be stored', async () => {
    expect(told(await site.send('nom=%ED%A0%80%FF'))).toEqual(MERCI);
    const [stored] = await site.received();
    expect(stored?.champs.nom).toMatch(/^\uFFFD+$/);
  });

  it('appears on no page, in no header, and as JSON only in the API', async () => {
    const hostile = '"><script>alert(1)</script>';
    const answer = await site.send(encoded({ [hostile]: hostile, _page: `/?x=${hostile}#${hostile}` }), {
      referer: `http://${site.host}/?y=${hostile}`,
    });
    expect(told(answer)).toEqual(MERCI);
    expect(JSON.stringify(answer.headers) + answer.text).not.toMatch(/<script|">/);
    expect((await site.ask({ path: answer.headers.location?.split('#')[0] ?? '' })).text).toBe('[merci]');
    const list = await vitrine.ask({ path: '/api/demandes', key: site.key, besideSession: true });
    expect(list.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'x-content-type-options': 'nosniff',
    });
    expect(list.json().demandes[0].page).not.toContain('<');
  });
});

describe('robots', () => {
  it('that fall into the trap are thanked, and nothing is stored or counted', async () => {
    const from = { 'x-forwarded-for': '192.0.2.7' };
    for (const trap of ['_site_web=http%3A%2F%2Fspam.test', '_site_web=&_site_web=x']) {
      expect(told(await site.send(`${encoded(MESSAGE)}&${trap}`, from))).toEqual(MERCI);
    }
    expect(await site.received()).toEqual([]);
    const counted = async () =>
      (
        await query(vitrine.databaseUrl, 'SELECT genre, nombre FROM tentatives WHERE empreinte = $1', [
          sha256(`${site.siteId} 192.0.2.7`),
        ])
      ).rows;
    expect(await counted()).toEqual([]);
    await site.send(encoded(MESSAGE), from);
    expect(await counted()).toEqual([{ genre: 'formulaire', nombre: 1 }]);
  });

  it('that answer at once get erreur, as a quick visitor would', async () => {
    expect(told(await site.send(encoded({ ...MESSAGE, _instant: String(Date.now()) })))).toEqual(ERREUR);
    expect(await site.received()).toEqual([]);
  });

  it.each<[string, () => string]>([
    ['a minute ago', () => String(Date.now() - 60_000)],
    ['on a page kept for a year', () => String(Date.now() - 365 * 86_400_000)],
    ['by a clock that is ahead', () => String(Date.now() + 60_000)],
    ['at no time', () => ''],
    ['at no time that there is', () => '9'.repeat(400)],
    ['by a theme that writes something else', () => '<b>'],
  ])('are not taken for one who sends a page made %s', async (_when, instant) => {
    expect(told(await site.send(encoded({ ...MESSAGE, _instant: instant() })))).toEqual(MERCI);
    expect(await site.received()).toEqual([{ page: '/', champs: MESSAGE }]);
  });
});

describe('where a visitor goes back to', () => {
  const own = (path: string) => `http://${site.host}${path}`;

  it.each<[string, () => string | undefined, string | undefined, string]>([
    ['home, when nothing tells', () => undefined, undefined, '/?demande=merci'],
    ['the page that the form stands on', () => own('/a-propos'), undefined, '/a-propos?demande=merci'],
    ['with its query', () => own('/blog?page=2&x=%C3%A9+'), undefined, '/blog?page=2&x=%C3%A9+&demande=merci'],
    ['with one answer only', () => own('/c?demande=erreur&a=1&demande='), undefined, '/c?a=1&demande=merci'],
    ['whatever its scheme', () => own('/c').replace('http:', 'https:'), undefined, '/c?demande=merci'],
    ['where the form says', () => own('/c'), '/merci', '/merci?demande=merci'],
    ['to the form itself', () => own('/c?a=1'), '#contact', '/c?a=1&demande=merci#contact'],
    ['to the form on the home page', () => undefined, '#contact', '/?demande=merci#contact'],
    ['home, from another host', () => 'http://ailleurs.test/c', undefined, '/?demande=merci'],
    ['home, from another port', () => own(':81/c'), undefined, '/?demande=merci'],
    ['home, from nowhere', () => 'about:blank', undefined, '/?demande=merci'],
    ['home, from what is no address', () => '/c', undefined, '/?demande=merci'],
    ['not elsewhere', () => own('/c'), 'https://ailleurs.test/', '/c?demande=merci'],
    ['not to another host', () => own('/c'), '//ailleurs.test/', '/c?demande=merci'],
    ['not by backslashes', () => own('/c'), '/\\ailleurs.test/', '/c?demande=merci'],
    ['not by two slashes', () => own('//ailleurs.test/'), undefined, '/ailleurs.test/?demande=merci'],
    ['not around the corner', () => own('/c'), '/.//ailleurs.test/', '/ailleurs.test/?demande=merci'],
    ['not into a script', () => own('/c'), 'javascript:alert(1)', '/c?demande=merci'],
    ['not into a header', () => own('/c'), '/d\r\nX-Y: z', '/dX-Y:%20z?demande=merci'],
    ['not to what is no address', () => own('/c'), 'http://[', '/c?demande=merci'],
    ['not to an address of any length', () => own('/c'), `/${'d'.repeat(3_000)}`, '/c?demande=merci'],
    ['not back to one of any length', () => own(`/${'c'.repeat(3_000)}`), undefined, '/?demande=merci'],
  ])('%s', async (_where, referer, wanted, location) => {
    const from = referer();
    const body = encoded({ ...MESSAGE, ...(wanted !== undefined && { _page: wanted }) });
    const answer = await site.send(body, from === undefined ? {} : { referer: from });
    expect([answer.headers.location, answer.headers['x-y']]).toEqual([location, undefined]);
  });

  it('the owner is told which page it was sent from', async () => {
    await site.send(encoded({ ...MESSAGE, _page: '/merci#x' }), { referer: own('/a-propos?a=1&demande=erreur') });
    await site.send(encoded({ ...MESSAGE, _page: '/contact#x' }));
    expect((await site.received()).map(({ page }) => page)).toEqual(['/contact', '/a-propos?a=1']);
  });

  it('also when the body could not be read', async () => {
    const answer = await site.send('x'.repeat(70_000), { referer: own('/a-propos') });
    expect(answer.headers.location).toBe('/a-propos?demande=erreur');
  });
});

describe('a form of another origin', () => {
  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site of this service', { 'sec-fetch-site': 'same-site' }],
    ['an origin that the browser contradicts', { 'sec-fetch-site': 'cross-site', origin: 'OWN' }],
    ['another host', { origin: 'http://ailleurs.test' }],
    ['a host that begins alike', { origin: 'OWN.ailleurs.test' }],
    ['another port', { origin: 'OWN:81' }],
    ['the platform', { origin: 'http://localhost' }],
    ['an origin that hides itself', { origin: 'null' }],
  ])('does not post for a visitor: %s', async (_what, headers) => {
    expect(told(await site.send(encoded(MESSAGE), named(headers)))).toEqual(ERREUR);
    expect(await site.received()).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of the site', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a visitor who sends it again', { 'sec-fetch-site': 'none' }],
    ['its own origin', { origin: 'OWN' }],
    ['a program that tells nothing', {}],
  ])('is not: %s', async (_what, headers) => {
    expect(told(await site.send(encoded(MESSAGE), named(headers)))).toEqual(MERCI);
  });

  const named = ({ origin, ...headers }: Record<string, string>): Record<string, string> =>
    origin === undefined ? headers : { ...headers, origin: origin.replace('OWN', `http://${site.host}`) };
});

describe('404', () => {
  it('on a site without a published theme, whatever is sent', async () => {
    const { slug } = await createTenant(vitrine.databaseUrl);
    for (const body of [encoded(MESSAGE), '', 'x'.repeat(70_000)]) {
      const answer = await vitrine.ask({
        host: `${slug}.localhost`,
        method: 'POST',
        path: '/contact',
        headers: URLENCODED,
        body,
      });
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('Page introuvable')]);
    }
  });

  it('anywhere else', async () => {
    for (const path of ['/', '/autre', '/contact/x']) {
      expect((await site.ask({ method: 'POST', path, headers: URLENCODED, body: encoded(MESSAGE) })).status).toBe(404);
    }
    expect(await site.received()).toEqual([]);
  });

  it('a host that names no site stores nothing', async () => {
    const stored = async () => (await query(vitrine.databaseUrl, 'SELECT id FROM demandes')).rowCount;
    const before = await stored();
    for (const host of ['localhost', 'inconnu.localhost']) {
      const answer = await vitrine.ask({
        host,
        method: 'POST',
        path: '/contact',
        headers: URLENCODED,
        body: encoded(MESSAGE),
      });
      expect([host, answer.status >= 400]).toEqual([host, true]);
    }
    expect(await stored()).toBe(before);
  });
});

describe('ten requests of one address to one site within a quarter of an hour', () => {
  const address = '192.0.2.7';
  const send = (from = address, to = site) => to.send(encoded(MESSAGE), { 'x-forwarded-for': from });

  it('are stored, the eleventh is not; other addresses and sites are counted apart', async () => {
    for (let n = 0; n < 10; n++) expect(told(await send())).toEqual(MERCI);
    for (let n = 0; n < 3; n++) expect(told(await send())).toEqual(ERREUR);
    expect(told(await send('192.0.2.8'))).toEqual(MERCI);
    expect(told(await send(address, await publishContactSite(vitrine)))).toEqual(MERCI);
    expect(await site.received()).toHaveLength(11);
  });

  it('also when they come at once, to several processes', async () => {
    const attempts = Array.from({ length: 15 }, () => [
      site.send(encoded(MESSAGE), { 'x-forwarded-for': '127.0.0.1' }),
      site.send(encoded(MESSAGE), {}, second),
    ]).flat();
    const answers = (await Promise.all(attempts)).map((answer) => told(answer)[1]);
    expect(answers.filter((answer) => answer === 'merci')).toHaveLength(10);
    expect(await site.received()).toHaveLength(10);
  });

  it('are ten more when it is over', async () => {
    for (let n = 0; n < 10; n++) await send();
    await query(vitrine.databaseUrl, "UPDATE tentatives SET debut = now() - interval '15 minutes'");
    expect(told(await send())).toEqual(MERCI);
    expect(await site.received()).toHaveLength(11);
  });

  it('without a trusted proxy the forwarded address is ignored', async () => {
    for (let n = 0; n < 12; n++) await site.send(encoded(MESSAGE), { 'x-forwarded-for': `192.0.2.${n}` }, second);
    expect(await site.received()).toHaveLength(10);
  });
});

describe('a site keeps its newest 10,000 requests', () => {
  it('also when many come at once', async () => {
    await query(
      vitrine.databaseUrl,
      `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
       SELECT $1, '/', jsonb_build_object('n', n), '{n}', timestamptz '2026-01-01 00:00:00+00' + n * interval '1 second'
       FROM generate_series(1, 10000) n`,
      [site.siteId],
    );
    const other = await publishContactSite(vitrine);
    await other.send(encoded(MESSAGE));
    const answers = await Promise.all(Array.from({ length: 30 }, () => site.send(encoded(MESSAGE))));
    expect(answers.map(told)).toEqual(Array.from({ length: 30 }, () => MERCI));
    const { rows } = await query(
      vitrine.databaseUrl,
      "SELECT count(*)::int AS kept, count(champs->'nom')::int AS fresh, min((champs->>'n')::int) AS oldest FROM demandes WHERE site_id = $1",
      [site.siteId],
    );
    expect(rows).toEqual([{ kept: 10_000, fresh: 30, oldest: 31 }]);
    expect(await other.received()).toHaveLength(1);
  });
});
