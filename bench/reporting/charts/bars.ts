import type { BarChart, Chart } from '../../figure.ts';
import { bar, frame, MARGIN, readable, TOP, text, WIDTH } from './drawing.ts';

const ROW = 74;
const BAR = 26;
/** Space for the value at the right of the longest bar. */
const VALUE = 160;

/** Draws a bar chart. Each bar is under its label, so that a label may be long. */
export function drawBars({ title, description, unit, bars }: Chart & BarChart): string {
  const most = Math.max(...bars.map(({ value }) => value));
  const content = bars.flatMap(({ label, value, ours }, index) => {
    const y = TOP + index * ROW;
    const width = Math.max(2, (value / most) * (WIDTH - 2 * MARGIN - VALUE));
    return [
      text(MARGIN, y + 18, label, ours ? 'strong' : ''),
      bar(MARGIN, y + 28, width, BAR, ours ? 'ours' : 'other'),
      text(MARGIN + width + 10, y + 28 + 20, `${readable(Math.round(value))} ${unit}`, ours ? 'strong' : 'quiet'),
    ];
  });
  return frame({ title, description, height: TOP + bars.length * ROW, content });
}
