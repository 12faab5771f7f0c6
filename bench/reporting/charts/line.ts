import type { Chart, LineChart } from '../../figure.ts';
import { drawAxis } from './axis.ts';
import { dot, frame, line, MARGIN, readable, round, TEXT, TOP, text, WIDTH } from './drawing.ts';

const HEIGHT = 260;
/** Space for the values of the scale. */
const SCALE = 110;
const STEPS = 4;

/** Draws a line chart, on a scale that begins at zero. */
export function drawLine({ title, description, unit, over, points }: Chart & LineChart): string {
  const step = niceStep(Math.max(...points.map(([, value]) => value)) / STEPS);
  const [left, right, bottom] = [MARGIN + SCALE, WIDTH - MARGIN, TOP + HEIGHT];
  const { x, marksPoints, labels } = drawAxis({ over, points }, { left, right, bottom });
  const y = (value: number) => bottom - (value / (step * STEPS)) * HEIGHT;

  const scale = Array.from({ length: STEPS + 1 }, (_, n) => n * step).flatMap((value) => [
    line(left, y(value), right, y(value), 'line'),
    text(left - 10, y(value) + 7, `${readable(value)}${value === step * STEPS ? ` ${unit}` : ''}`, 'quiet', 'end'),
  ]);
  const path = points.map(([place, value]) => `${round(x(place))},${round(y(value))}`).join(' ');
  const content = [
    ...scale,
    `<polyline points="${path}" class="path"/>`,
    ...(marksPoints ? points.map(([place, value]) => dot(x(place), y(value), 'ours')) : []),
    ...labels,
  ];
  return frame({ title, description, height: bottom + 2 * TEXT + MARGIN / 2, content });
}

/** The smallest number that is at least `least` and is 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5].find((nice) => nice * power >= least) ?? 10);
}
