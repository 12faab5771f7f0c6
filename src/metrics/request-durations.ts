import { Histogram } from 'prom-client';

/** The two entrances of the program: pages and files of sites; the API and the platform's pages. */
export type EntranceName = 'site' | 'platform';

/** Upper ends of the histogram's classes, seconds: a page takes about ten milliseconds, and no visitor waits for the database for more than one second. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long requests took, from their arrival to the end of their answer. */
export class RequestDurations {
  readonly histogram = new Histogram({
    name: 'vitrine_request_duration_seconds',
    help: 'Requests by entrance, status and duration.',
    labelNames: ['entrance', 'status'],
    buckets: BUCKETS,
    registers: [],
  });

  /** @param ms milliseconds */
  note(entrance: EntranceName, status: number, ms: number): void {
    this.histogram.observe({ entrance, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
  }
}
