import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profile } from '../../../../src/cli/commands/profile.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { publishTheme } from '../../../support/published-theme.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../../support/theme-author.ts';
import { whenIdle } from '../../../support/when-idle.ts';

/** What speedscope reads (https://github.com/jlfwong/speedscope/blob/main/src/lib/file-format-spec.ts); nothing else is in a file of ours. */
const Speedscope = z.strictObject({
  $schema: z.literal('https://www.speedscope.app/file-format-schema.json'),
  exporter: z.string(),
  name: z.string(),
  activeProfileIndex: z.int().nonnegative(),
  shared: z.strictObject({
    frames: z.array(
      z.strictObject({ name: z.string(), file: z.string(), line: z.int().positive(), col: z.int().positive() }),
    ),
  }),
  profiles: z.array(
    z.strictObject({
      type: z.literal('evented'),
      name: z.string(),
      unit: z.enum(['none', 'nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'bytes']),
      startValue: z.number(),
      endValue: z.number(),
      events: z.array(z.strictObject({ type: z.enum(['O', 'C']), at: z.number(), frame: z.int().nonnegative() })),
    }),
  ),
});
type Speedscope = z.output<typeof Speedscope>;

/** Frames close in the reverse order of their opening, time never goes back, and every frame is one of the file's. */
function expectBalanced({ profiles, shared }: Speedscope): void {
  for (const { events, startValue, endValue } of profiles) {
    const open: number[] = [];
    let last = startValue;
    for (const { type, at, frame } of events) {
      expect(at).toBeGreaterThanOrEqual(last);
      expect(shared.frames[frame]).toBeDefined();
      last = at;
      if (type === 'O') open.push(frame);
      else expect(open.pop()).toBe(frame);
    }
    expect([open, last]).toEqual([[], endValue]);
  }
}

let vitrine: TestProgram;
let client: Client;
let author: ThemeAuthor;
let draftId: string;

beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  await publishTheme(vitrine, client.tenant.siteId, {
    ...MINIMAL_THEME,
    'sections/texte.liquid': "{% for n in (1..20) %}\n{% render 'ligne', n: n %}{% endfor %}",
    'snippets/ligne.liquid': "{{ n | append: '.' }}",
  });
  draftId = (await client.themes('POST', { action: 'brouillon' })).json().themeId;
  author = await createThemeAuthor({
    VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`,
    VITRINE_CLE: client.tenant.key,
  });
});
afterAll(() => vitrine.close());

const measure = (address?: string, options: Parameters<typeof profile>[2] = {}) =>
  whenIdle(
    () => author.run((context) => profile(context, address, { theme: 'publie', ...options })),
    ({ said }) => said.includes('Le service est occupé'),
  );

// Profiles take idle processors only: beside other tests they may wait for long.
describe('profiler', { timeout: 600_000 }, () => {
  it('shows what each part cost, the one that cost most by itself first', async () => {
    const { said, result, refusal } = await measure();
    expect(refusal).toBeNull();
    const [summary, headings, ...rows] = said.split('\n');
    expect(summary).toMatch(/^« Essai » \(.{8}\), \/ : \d+,\d{3} ms, \d+ objets\.$/);
    expect(headings).toMatch(/^ms propres +ms {2}appels {2}objets propres {2}objets {2}quoi +où$/);
    const own = rows.map((row) => Number(row.trim().split(/ +/)[0]?.replace(',', '.')));
    expect(own).toEqual(own.toSorted((a, b) => b - a));
    // Texts of two and of three characters, twenty of them.
    expect(said).toMatch(/ 20 +51 +51 {2}\{\{ n \| append: '\.' \}\} +snippets\/ligne\.liquid:1:1$/m);
    expect(result).toMatchObject({ adresse: '/', statut: 200, raison: null, gabarit: 'index' });
  });

  it('writes a file that speedscope opens, of times and of objects', async () => {
    const { said, result } = await measure('/', { sortie: 'accueil.json' });
    expect(said).toContain('accueil.json est écrit');
    const file = Speedscope.parse(JSON.parse((await author.read('accueil.json')) ?? ''));
    expectBalanced(file);
    expect(file.shared.frames).toContainEqual({
      name: "{% render 'ligne', n: n %}",
      file: 'sections/texte.liquid',
      line: 2,
      col: 1,
    });
    const { ms, objets } = z.object({ ms: z.number(), objets: z.int() }).parse(result);
    expect(file.profiles.map(({ unit }) => unit)).toEqual(['milliseconds', 'none']);
    expect(file.profiles[0]?.endValue).toBeCloseTo(ms, 4);
    expect(file.profiles[1]?.endValue).toBe(objets);
  });

  it('shows what was measured until a limit, and refuses what cannot be measured', async () => {
    await client.put(draftId, 'sections/texte.liquid', `{% for a in (1..9000) %}${'x'.repeat(4_000)}{% endfor %}`);
    const ended = await measure('/', { theme: draftId });
    expect(ended.refusal).toBeNull();
    expect(ended.said).toContain('La page que fait le thème est trop longue. Voici ce qui a été mesuré jusque-là.');
    expect(ended.said).toContain('{% for a in (1..9000) %}');
    expect((await measure('/nulle-part')).refusal).toMatchObject({ code: 'gabarit_absent', exit: 1 });
    expect((await measure('contact')).refusal).toMatchObject({ exit: 2 });
    expect((await measure('/', { theme: 'aucun' })).refusal).toMatchObject({ code: 'theme_introuvable' });
  });
});
