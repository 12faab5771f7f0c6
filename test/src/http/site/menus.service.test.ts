import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../../support/client.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';

const LEVELS =
  '{% for un in menus.principal %}[{{ un.titre | escape }} {{ un.url }}' +
  '{% for deux in un.enfants %}[{{ deux.titre }}{% for trois in deux.enfants %}[{{ trois.titre }}]{% endfor %}]{% endfor %}]' +
  '{% endfor %}{{ menus.absent.size }}';

let vitrine: TestProgram;
let client: Client;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  const id = await client.install();
  const files = { ...MINIMAL_THEME, 'sections/texte.liquid': LEVELS };
  for (const [path, content] of Object.entries(files)) await client.put(id, path, content);
  await client.publish(id);
});
afterAll(() => vitrine.close());

const shown = async () =>
  (await vitrine.ask({ host: `${client.tenant.slug}.localhost` })).text.replace(/<\/?main>/g, '');
const replace = (menus: object) =>
  client.ask({ method: 'PATCH', path: '/api/menus', body: { menus }, besideSession: true });

it('the object `menus` has the site’s menus by their keys, with the entries below entries', async () => {
  expect(await shown()).toBe('');
  const trois = [{ titre: 'trois', url: '/3' }];
  const deux = [{ titre: 'deux', url: '/2', enfants: trois }];
  const principal = [
    { titre: 'un & un', url: '/1', enfants: deux },
    { titre: 'quatre', url: '/4#x' },
  ];
  expect((await replace({ principal, pied: [] })).status).toBe(200);
  expect(await shown()).toBe('[un &amp; un /1[deux[trois]]][quatre /4#x]');
});

it('a menu that is changed through the API shows at the next reload, every time', async () => {
  for (let n = 0; n < 20; n++) {
    await replace({ principal: [{ titre: `v${n}`, url: '/' }] });
    expect(await shown()).toBe(`[v${n} /]`);
  }
});
