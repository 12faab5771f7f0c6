/**
 * `npm run bench:language-server`: how long an author waits after a key in the editor, in a theme of 120 files, through the process that editors
 * start: for the completions that the editor asks for, and for the diagnostics of the file.
 */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FILES_PER_THEME } from '../../src/themes/limits.ts';
import { startedServer } from '../../test/support/language-client.ts';
import { atEnd } from '../endings.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { largeTheme } from '../large-theme.ts';
import { Latencies } from '../load/latencies.ts';
import { runBench, say } from '../run.ts';
import { treeProcessorTime } from '../vitrine/processor-time.ts';
import { Author } from './author.ts';

/** An author waits for nothing that takes so long, milliseconds. */
const BAR_MS = 50;

/** Keys by which each place is measured. */
const KEYS = { normal: 400, quick: 40 };

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
  const keys = quick ? KEYS.quick : KEYS.normal;
  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    say(lineOf(figure));
    figures.push(figure);
  };
  tell(stated('the language server has started', starting));
  let processorTime = 0;
  const all = { completion: new Latencies(), diagnostics: new Latencies() };
  for (const [place, { path, after, typed }] of PLACES.entries()) {
    const uri = pathToFileURL(join(root, path)).href;
    const text = await readFile(join(root, path), 'utf8');
    const author = new Author(client, uri, text, text.indexOf(after) + after.length);
    const opening = await author.open();
    if (place === 0)
      tell(stated(`the first diagnostics of a file, with the reading of ${FILES_PER_THEME} files`, opening));
    const before = await treeProcessorTime(client.pid ?? 0);
    const measured = await author.type(typed, keys);
    processorTime += (await treeProcessorTime(client.pid ?? 0)) - before;
    for (const what of ['completion', 'diagnostics'] as const) {
      say(`  ${path}, ${what}: ${described(measured[what])}`);
      all[what] = Latencies.merge(all[what].toCounts(), measured[what].toCounts());
    }
  }
  for (const what of ['completion', 'diagnostics'] as const) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => all[what].quantile(share)) as [number, number, number];
    tell({
      what: `${what === 'completion' ? 'completions' : 'diagnostics of the file'} after a key, theme of ${FILES_PER_THEME} files`,
      bar: `p95 at most ${BAR_MS} ms`,
      measured: described(all[what]),
      verdict: verdictOf(p95 <= BAR_MS),
      values: { p50, p95, p99 },
    });
  }
  const perKey = (processorTime / (keys * PLACES.length)) * 1_000;
  tell(stated('processor time of a key, with the analysis of the other files in pauses', perKey));
  return { figures, charts: [] };
});

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function described(latencies: Latencies): string {
  return [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${ms(latencies.quantile(share))}`).join(', ');
}

function stated(what: string, value: number): Figure {
  return { what, bar: null, measured: ms(value), verdict: 'stated', values: { ms: value } };
}
