import type { Chart, LineChart } from '../../figure.ts';
import { frame, line, MARGIN, readable, round, TEXT, TOP, text, WIDTH } from './drawing.ts';

const HEIGHT = 260;
/** Room for the values of the scale. */
const SCALE = 110;
const STEPS = 4;

/** A value over time, on a scale that begins at zero. */
export function drawLine({ title, description, unit, points }: Chart & LineChart): string {
  const step = niceStep(Math.max(...points.map(([, value]) => value)) / STEPS);
  const [left, right, bottom] = [MARGIN + SCALE, WIDTH - MARGIN, TOP + HEIGHT];
  const end = points.at(-1)?.[0] ?? 1;
  const x = (seconds: number) => left + (seconds / end) * (right - left);
  const y = (value: number) => bottom - (value / (step * STEPS)) * HEIGHT;

  const scale = Array.from({ length: STEPS + 1 }, (_, n) => n * step).flatMap((value) => [
    line(left, y(value), right, y(value), 'line'),
    text(left - 10, y(value) + 7, `${readable(value)}${value === step * STEPS ? ` ${unit}` : ''}`, 'quiet', 'end'),
  ]);
  const path = points.map(([seconds, value]) => `${round(x(seconds))},${round(y(value))}`).join(' ');
  const content = [
    ...scale,
    `<polyline points="${path}" class="path"/>`,
    text(left, bottom + TEXT + 8, '0 s', 'quiet'),
    text(right, bottom + TEXT + 8, `${readable(Math.round(end))} s`, 'quiet', 'end'),
  ];
  return frame({ title, description, height: bottom + 2 * TEXT + MARGIN / 2, content });
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is no less than this. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5].find((nice) => nice * power >= least) ?? 10);
}
