import type { Chart, PairChart } from '../../figure.ts';
import { dot, frame, line, MARGIN, readable, TEXT, TOP, text, WIDTH } from './drawing.ts';

const ROW = 78;
/** Space for half of the first and half of the last value of the scale. */
const INSET = 24;

/**
 * Draws two dots for each pair, and a mark at the highest value that the bar allows. The scale is logarithmic, so that equal ratios have
 * equal lengths.
 */
export function drawPairs({ title, description, unit, pairs, allowed }: Chart & PairChart): string {
  const values = pairs.flatMap(({ before, after }) => [before, before * allowed, after]).filter(Number.isFinite);
  const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, n) => Math.floor(low) + n);
  const [first, last] = [powers[0] ?? 0, powers.at(-1) ?? 1];
  const left = MARGIN + INSET;
  const x = (value: number) => left + ((Math.log10(value) - first) / (last - first)) * (WIDTH - 2 * left);
  const bottom = TOP + 2 * TEXT + pairs.length * ROW;

  const scale = powers.flatMap((power) => [
    line(x(10 ** power), TOP + 2 * TEXT, x(10 ** power), bottom, 'line'),
    text(x(10 ** power), bottom + TEXT + 4, `${readable(10 ** power)} ${unit}`, 'quiet', 'middle'),
  ]);
  const legend = [
    dot(left, TOP + 6, 'other'),
    text(left + 16, TOP + 12, 'without', 'quiet'),
    dot(left + 120, TOP + 6, 'ours'),
    text(left + 136, TOP + 12, 'with', 'quiet'),
    line(left + 206, TOP - 6, left + 206, TOP + 18, 'mark'),
    text(left + 218, TOP + 12, `bar: ${allowed} times`, 'quiet'),
  ];
  const rows = pairs.flatMap(({ label, before, after }, index) => {
    const y = TOP + 2 * TEXT + index * ROW;
    const isKnown = Number.isFinite(after) && Number.isFinite(before);
    const ratio = isKnown ? `${(after / before).toFixed(1)} times` : 'no page answered';
    const row = [text(left, y + 26, label), text(WIDTH - left, y + 26, ratio, 'strong', 'end')];
    if (!Number.isFinite(before)) return row;
    const mark = line(x(before * allowed), y + 38, x(before * allowed), y + 66, 'mark');
    if (!isKnown) return [...row, mark, dot(x(before), y + 52, 'other')];
    return [
      ...row,
      line(x(before), y + 52, x(after), y + 52, 'link'),
      mark,
      dot(x(before), y + 52, 'other'),
      dot(x(after), y + 52, 'ours'),
    ];
  });
  return frame({ title, description, height: bottom + 2 * TEXT, content: [...scale, ...legend, ...rows] });
}
