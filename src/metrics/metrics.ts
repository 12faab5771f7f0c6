import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SandboxReport } from '../../sandbox/renderer.ts';

/** What is counted of visits, from the start on; times in milliseconds. */
export interface VisitReport {
  /** Statements that looked addresses and files up, each for all requests that came together. */
  readonly probeBatches: number;
  /** Answers given from memory while the database was out of reach. */
  readonly staleAnswers: number;
  /** What rendered pages spent on being looked up and on being written, in all. */
  readonly hops: { readonly lookup: number; readonly write: number };
}

/** What is counted at the door. */
export interface AdmissionReport {
  /** Requests that were let in and are not answered yet. */
  readonly atWork: number;
  readonly refused: number;
}

export interface MetricsSources {
  sandbox(): SandboxReport;
  visits(): VisitReport;
  admission(): AdmissionReport;
}

/** What an operator watches, in the form that Prometheus reads. */
export class Metrics {
  readonly #registry = new Registry();
  readonly contentType: string = this.#registry.contentType;
  readonly #readSandbox: MetricsSources['sandbox'];
  /** Read once for each text: it looks at every process. */
  #sandbox: SandboxReport;

  constructor({ sandbox, visits, admission }: MetricsSources) {
    this.#readSandbox = sandbox;
    this.#sandbox = sandbox();
    // Event-loop delay, memory and processor time of this process.
    collectDefaultMetrics({ register: this.#registry });

    this.#total('renders_total', 'Renders by what came of them.', () => by('outcome', this.#sandbox.outcomes));
    this.#total('cold_starts_total', 'Themes that a worker had to load.', () => just(this.#sandbox.coldStarts));
    this.#total('render_process_deaths_total', 'Render processes that died.', () => just(this.#sandbox.deaths));
    this.#total('render_processes_ended_total', 'Render processes that were ended.', () =>
      by('reason', this.#sandbox.ended),
    );
    this.#total('quarantines_total', 'Theme versions that came to quarantine.', () => just(this.#sandbox.quarantines));
    this.#total('requests_refused_total', 'Requests refused at the door.', () => just(admission().refused));
    this.#total('probe_batches_total', 'Statements that looked addresses and files up.', () =>
      just(visits().probeBatches),
    );
    this.#total('stale_answers_total', 'Answers from memory while the database was out of reach.', () =>
      just(visits().staleAnswers),
    );
    this.#total('hop_seconds_total', 'Time that pages spent on each stretch of their way.', () => {
      const { pages, ...inside } = this.#sandbox.hops;
      const hops = { ...visits().hops, ...inside };
      return by('hop', hops).map(([labels, ms]) => [labels, ms / 1_000]);
    });
    this.#total('hop_pages_total', 'Pages whose way was timed.', () => just(this.#sandbox.hops.pages));

    this.#present('requests_at_work', 'Requests that were let in.', () => just(admission().atWork));
    this.#present('renders_pending', 'Renders that are waited for.', () => just(this.#sandbox.pending));
    this.#present('tasks_waiting', 'Tasks that wait for their turn.', () => by('lane', this.#sandbox.waiting));
    this.#present('isolates', 'Isolates alive that hold a theme.', () =>
      this.#sandbox.processes.map(({ post, pid, isolates }) => [{ post, pid: String(pid) }, isolates]),
    );
    this.#present('render_process_resident_bytes', 'Memory of a render process.', () =>
      this.#sandbox.processes.map(({ post, pid, residentBytes }) => [{ post, pid: String(pid) }, residentBytes]),
    );
    this.#present('quarantined_seconds', 'Theme versions in quarantine, and the time that is left.', () =>
      this.#sandbox.quarantined.map(({ theme, forMs }) => [{ theme: theme.id, version: theme.version }, forMs / 1_000]),
    );
  }

  /** All of it as text. */
  text(): Promise<string> {
    this.#sandbox = this.#readSandbox();
    return this.#registry.metrics();
  }

  /** What only grows. */
  #total(name: string, help: string, samples: () => readonly Sample[]): void {
    const counter = new Counter({
      ...this.#definition(name, help),
      collect() {
        counter.reset();
        for (const [labels, value] of samples()) counter.inc(labels, value);
      },
    });
  }

  /** What is so now. */
  #present(name: string, help: string, samples: () => readonly Sample[]): void {
    const gauge = new Gauge({
      ...this.#definition(name, help),
      collect() {
        gauge.reset();
        for (const [labels, value] of samples()) gauge.set(labels, value);
      },
    });
  }

  #definition(name: string, help: string) {
    return { name: `vitrine_${name}`, help, labelNames: LABELS, registers: [this.#registry] };
  }
}

/** A metric takes those that it needs. */
const LABELS = ['outcome', 'reason', 'hop', 'lane', 'post', 'pid', 'theme', 'version'] as const;

type Sample = readonly [labels: Partial<Record<(typeof LABELS)[number], string>>, value: number];

const just = (value: number): Sample[] => [[{}, value]];

const by = (label: (typeof LABELS)[number], values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([value, count]) => [{ [label]: value }, count]);
