import type { Axis, LineChart } from '../../figure.ts';
import { readable, TEXT, text } from './drawing.ts';

/** A horizontal axis as it is drawn. */
export interface DrawnAxis {
  /** Pixels from the left of the drawing to a value of the axis. */
  x(place: number): number;
  /** Whether each point has a dot. */
  readonly marksPoints: boolean;
  readonly labels: readonly string[];
}

/** The area above the axis, pixels. */
export interface AxisFrame {
  readonly left: number;
  readonly right: number;
  /** The labels are below it. */
  readonly bottom: number;
}

/** Lays out the horizontal axis of a line chart. */
export function drawAxis({ over, points }: Pick<LineChart, 'over' | 'points'>, frame: AxisFrame): DrawnAxis {
  const places = points.map(([place]) => place);
  return DRAWINGS[over.scale](places, over.unit, frame);
}

const DRAWINGS: Readonly<
  Record<Axis['scale'], (places: readonly number[], unit: string, frame: AxisFrame) => DrawnAxis>
> = {
  linear: (places, unit, { left, right, bottom }) => {
    const end = places.at(-1) ?? 1;
    return {
      x: (place) => left + (place / end) * (right - left),
      marksPoints: false,
      labels: [
        text(left, bottom + TEXT + 8, `0 ${unit}`, 'quiet'),
        text(right, bottom + TEXT + 8, `${readable(Math.round(end))} ${unit}`, 'quiet', 'end'),
      ],
    };
  },
  logarithmic: (places, unit, { left, right, bottom }) => {
    const [first, last] = [places[0] ?? 1, places.at(-1) ?? 1];
    // A single point is drawn at the left.
    const x = (place: number) => left + (Math.log(place / first) / (Math.log(last / first) || 1)) * (right - left);
    const label = (place: number, index: number) => {
      const isLast = index === places.length - 1;
      const words = isLast ? `${short(place)} ${unit}` : short(place);
      return text(x(place), bottom + TEXT + 8, words, 'quiet', isLast ? 'end' : index === 0 ? 'start' : 'middle');
    };
    return { x, marksPoints: true, labels: places.map(label) };
  },
};

/** Short, so that the labels of 1,000 and 2,000 do not overlap. */
const short = (place: number): string => place.toLocaleString('en', { notation: 'compact' });
