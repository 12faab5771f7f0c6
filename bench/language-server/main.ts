/**
 * `npm run bench:language-server`: how long an author waits after a key in the editor, in a theme of 120 files, through the process that editors
 * start: for the completions that the editor asks for, and for the diagnostics of the file; by turns with a process that only parses a section with liquidjs.
 */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FILES_PER_THEME } from '../../src/themes/limits.ts';
import { startedServer } from '../../test/support/language-client.ts';
import { atEnd } from '../endings.ts';
import { slowDown } from '../fault/fault.ts';
import { type Figure, judged, lineOf, stated } from '../figure.ts';
import { largeTheme } from '../large-theme.ts';
import { Latencies } from '../load/latencies.ts';
import { Answerer } from '../processes.ts';
import { byTurns } from '../rounds.ts';
import { runBench, say } from '../run.ts';
import { treeProcessorTime } from '../vitrine/processor-time.ts';
import { Author } from './author.ts';

/** How many times as long as for a process that parses a section with liquidjs an author may wait. */
const MOST = { completion: 10, diagnostics: 14 };

/** Rounds at each place, and the keys of each. */
const ROUNDS = 3;
const KEYS = { normal: 30, quick: 10 };

/** What is written, again and again, and where: after a text of the file. */
const PLACES = [
  {
    path: 'sections/hero.liquid',
    after: '<div class="hero-plan">',
    typed: '{{ section.settings.titre | upcase | append: settings.x }}',
  },
  {
    path: 'layout/theme.liquid',
    after: '<body',
    typed: ' {% if page.titre %}{% render "titre", texte: site.nom %}{% endif %}',
  },
  {
    path: 'templates/index.json',
    after: '"sections": {',
    typed: ' "b": { "type": "hero", "settings": { "titre": "a" } },',
  },
] as const;

/** What the editor can: as VS Code, but it takes diagnostics as they are published. */
const CAPABILITIES = {
  workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: {
    publishDiagnostics: { versionSupport: true },
    completion: {
      completionItem: {
        snippetSupport: true,
        documentationFormat: ['markdown'],
        resolveSupport: { properties: ['documentation'] },
      },
    },
  },
};

await runBench(async ({ quick }) => {
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  const root = await largeTheme();
  const client = startedServer();
  atEnd(async () => {
    client.hangUp();
    await client.ended;
  });
  const began = performance.now();
  await client.ask('initialize', { processId: process.pid, rootUri: null, capabilities: CAPABILITIES });
  client.notify('initialized', {});
  const starting = performance.now() - began;
  const hero = await readFile(join(root, 'sections/hero.liquid'), 'utf8');
  const keys = quick ? KEYS.quick : KEYS.normal;
  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    say(lineOf(figure));
    figures.push(figure);
  };
  tell(time('the language server has started', starting));
  const rival = new Answerer<string, null>(new URL('rival-parse-process.ts', import.meta.url));
  const ratios = { completion: [] as number[], diagnostics: [] as number[] };
  let processorTime = 0;
  const all = { completion: new Latencies(), diagnostics: new Latencies() };
  for (const [place, { path, after, typed }] of PLACES.entries()) {
    const uri = pathToFileURL(join(root, path)).href;
    const text = await readFile(join(root, path), 'utf8');
    const author = new Author(client, uri, text, text.indexOf(after) + after.length);
    const opening = await author.open();
    if (place === 0)
      tell(time(`the first diagnostics of a file, with the reading of ${FILES_PER_THEME} files`, opening));
    const rounds = await byTurns(
      ROUNDS,
      async () => {
        const goOn = slowDown(client.pid ?? 0);
        const before = await treeProcessorTime(client.pid ?? 0);
        const measured = await author.type(typed, keys);
        processorTime += (await treeProcessorTime(client.pid ?? 0)) - before;
        goOn();
        return measured;
      },
      async () => {
        const latencies = new Latencies();
        await author.pausing(keys, async () => {
          const asked = performance.now();
          await rival.ask(hero);
          latencies.add(performance.now() - asked);
        });
        return latencies;
      },
    );
    for (const what of ['completion', 'diagnostics'] as const) {
      ratios[what].push(...rounds.map(({ ours, theirs }) => ours[what].quantile(0.5) / theirs.quantile(0.5)));
      const measured = Latencies.merge(...rounds.map(({ ours }) => ours[what].toCounts()));
      say(`  ${path}, ${what}: ${described(measured)}`);
      all[what] = Latencies.merge(all[what].toCounts(), measured.toCounts());
    }
  }
  for (const what of ['completion', 'diagnostics'] as const) {
    tell(
      judged({
        what: `${what === 'completion' ? 'completions' : 'diagnostics of the file'} after a key, theme of ${FILES_PER_THEME} files: p50, compared with a process that parses a section with liquidjs`,
        bar: { most: MOST[what] },
        rounds: ratios[what],
        measured: described(all[what]),
        fault: 'the server is halted for four fifths of the time',
      }),
    );
  }
  const perKey = (processorTime / (keys * ROUNDS * PLACES.length)) * 1_000;
  tell(time('processor time of a key, with the analysis of the other files in pauses', perKey));
  return { figures, charts: [] };
});

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function described(latencies: Latencies): string {
  return [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${ms(latencies.quantile(share))}`).join(', ');
}

function time(what: string, value: number): Figure {
  return stated(what, ms(value), { ms: value });
}
