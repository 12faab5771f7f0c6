import type { Chart } from '../figure.ts';
import type { Step } from './steps.ts';
import { mib, sites } from './words.ts';

const OVER_SITES = { scale: 'logarithmic', unit: 'sites' } as const;

/** Charts of pages a second and memory by the number of visited sites; none when nothing was measured. */
export function chartsOf(steps: readonly Step[]): Chart[] {
  if (steps.length === 0) return [];
  const list = (value: (step: Step) => string) => steps.map((step) => `${sites(step.sites)} ${value(step)}`).join(', ');
  return [
    {
      kind: 'line',
      name: 'tail-pages-per-second',
      title: 'Pages a second by number of sites',
      description: list(({ comparison }) => `${comparison.many.toFixed(0)} pages/s`),
      unit: '/s',
      over: OVER_SITES,
      points: steps.map(({ sites, comparison }) => [sites, comparison.many]),
    },
    {
      kind: 'line',
      name: 'tail-memory',
      title: 'Memory by number of visited sites',
      description: list(({ memory }) => mib(memory.visited)),
      unit: 'MiB',
      over: OVER_SITES,
      points: steps.map(({ sites, memory }) => [sites, memory.visited]),
    },
  ];
}
