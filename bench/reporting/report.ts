import { mkdir, writeFile } from 'node:fs/promises';
import type { Chart, Figure, Findings } from '../figure.ts';
import { UNDECIDED_AT_MOST } from '../verdict.ts';
import { drawBars } from './charts/bars.ts';
import { drawLine } from './charts/line.ts';
import { drawPairs } from './charts/pairs.ts';
import type { Circumstances } from './machine.ts';

/** The findings of one bench. */
export interface Part extends Findings {
  readonly bench: string;
  /** How long it took. */
  readonly minutes: number;
}

/** Writes the report, as Markdown and as JSON, and a drawing of each chart into a folder. */
export async function writeReport(
  folder: URL,
  circumstances: Circumstances,
  { parts, quick }: { readonly parts: readonly Part[]; readonly quick: boolean },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const charts = parts.flatMap((part) => part.charts);
  await Promise.all([
    writeFile(new URL('report.md', folder), toMarkdown(circumstances, parts, quick)),
    writeFile(new URL('report.json', folder), `${JSON.stringify({ ...circumstances, quick, parts }, null, 2)}\n`),
    ...charts.map((chart) => writeFile(new URL(`${chart.name}.svg`, folder), draw(chart))),
  ]);
}

function draw(chart: Chart): string {
  switch (chart.kind) {
    case 'bars':
      return drawBars(chart);
    case 'pairs':
      return drawPairs(chart);
    case 'line':
      return drawLine(chart);
  }
}

const VERDICTS: Readonly<Record<Figure['verdict'], string>> = {
  met: 'met',
  missed: '**bar missed**',
  undecided: '*undecided*',
  stated: 'no bar',
  failed: '**bench failed**',
};

function toMarkdown(
  { date, commit, machine, versions }: Circumstances,
  parts: readonly Part[],
  quick: boolean,
): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const minutes = parts.reduce((sum, part) => sum + part.minutes, 0);
  const sections = parts.map(({ bench, minutes: told, figures, charts }) => {
    const rows = figures.map(({ what, bar, measured, verdict }) => [what, bar ?? '–', measured, VERDICTS[verdict]]);
    const table = [['measurement', 'bar', 'result', 'verdict'], ['---', '---', '---', '---'], ...rows].map(
      (cells) => `| ${cells.map(cell).join(' | ')} |`,
    );
    const drawings = charts.map(({ name, title, description }) => `![${title}: ${description}](${name}.svg)`);
    return [`## ${bench} (${told.toFixed(1)} minutes)`, table.join('\n'), ...drawings].join('\n\n');
  });
  return [
    '# Benchmark report',
    ...(quick ? ['**This was a quick run. It only shows that the benches work; its figures measure nothing.**'] : []),
    `\`npm run bench\` wrote this on ${date} UTC at commit ${commit}, after ${minutes.toFixed(0)} minutes.`,
    `Machine: ${machine}.`,
    `Versions: ${named.join(' · ')}.`,
    'A bar is the value that was required of a ratio within this run, or of a count; `no bar` marks a figure for which none was. The middle half of the rounds decides; where it lies across the bar, the bar is undecided.',
    ...sections,
    tellCounts(parts),
    '',
  ].join('\n\n');
}

/** How many bars came out how. */
export function tellCounts(parts: readonly Pick<Part, 'figures'>[]): string {
  const counts = Object.groupBy(
    parts.flatMap(({ figures }) => figures),
    ({ verdict }) => verdict,
  );
  const told = (verdict: Figure['verdict'], words: string = verdict) => `${counts[verdict]?.length ?? 0} ${words}`;
  const failed = counts.failed ? ` ${told('failed', 'parts failed.')}` : '';
  const undecided = told('undecided', `undecided (at most ${UNDECIDED_AT_MOST})`);
  return `Bars: ${told('met')}, ${told('missed')}, ${undecided}. Figures without a bar: ${told('stated', '').trim()}.${failed}`;
}

const cell = (words: string): string => words.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
