import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SandboxReport } from '../../sandbox/index.ts';
import type { MailReport } from '../mail/report.ts';
import type { PictureReport } from '../media/processing/picture-processor.ts';
import type { PoolReport } from '../storage/resilient-pool.ts';
import type { RequestDurations } from './request-durations.ts';

/** Counters of visits since the start; times in milliseconds. */
export interface VisitReport {
  /** Statements that looked up addresses and files, each for all requests that had arrived together. */
  readonly probeBatches: number;
  readonly isDatabaseAway: boolean;
  /** Answers given from memory while the database was out of reach. */
  readonly staleAnswers: number;
  /** Total time that rendered pages spent in the look-up, and in the writing of the answer. */
  readonly hops: { readonly lookup: number; readonly write: number };
}

/** What the admission limit of the public entrance counts. */
export interface AdmissionReport {
  /** Requests that were let in and are not answered yet. */
  readonly atWork: number;
  readonly refused: number;
}

export interface MetricsSources {
  sandbox(): SandboxReport;
  visits(): VisitReport;
  admission(): AdmissionReport;
  pictures(): PictureReport;
  mail(): MailReport;
  /** Pools of connections to the database, by name. */
  pools(): Readonly<Record<string, PoolReport>>;
  readonly durations: RequestDurations;
}

/** The metrics for operators, in the format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly contentType: string = this.#registry.contentType;
  readonly #readSandbox: MetricsSources['sandbox'];
  /** Read once for each answer of `/metrics`, because it examines every process. */
  #sandbox: SandboxReport;

  constructor({ sandbox, visits, admission, pictures, mail, pools, durations }: MetricsSources) {
    this.#readSandbox = sandbox;
    this.#sandbox = sandbox();
    // Event-loop delay, memory and processor time of this process.
    collectDefaultMetrics({ register: this.#registry });
    this.#registry.registerMetric(durations.histogram);

    this.#add(Counter, 'renders_total', 'Renders by outcome.', () => by('outcome', this.#sandbox.outcomes));
    this.#add(Counter, 'cold_starts_total', 'Themes that a worker had to load.', () => just(this.#sandbox.coldStarts));
    this.#add(Counter, 'render_process_deaths_total', 'Render processes that died.', () => just(this.#sandbox.deaths));
    this.#add(Counter, 'render_processes_ended_total', 'Render processes that were ended.', () =>
      by('reason', this.#sandbox.ended),
    );
    this.#add(Counter, 'quarantines_total', 'Theme versions that were put into quarantine.', () =>
      just(this.#sandbox.quarantines),
    );
    this.#add(Counter, 'requests_refused_total', 'Requests that the admission limit refused.', () =>
      just(admission().refused),
    );
    this.#add(Counter, 'probe_batches_total', 'Statements of the freshness probe.', () => just(visits().probeBatches));
    this.#add(Counter, 'stale_answers_total', 'Answers from memory while the database was out of reach.', () =>
      just(visits().staleAnswers),
    );
    this.#add(Counter, 'fragments_dropped_total', 'Themes whose fragments were dropped.', () =>
      by('reason', this.#sandbox.fragments.dropped),
    );
    this.#add(Counter, 'hop_seconds_total', 'Time that pages spent in each step of their processing.', () => {
      const { pages, ...inside } = this.#sandbox.hops;
      const hops = { ...visits().hops, ...inside };
      return by('hop', hops).map(([labels, ms]) => [labels, ms / 1_000]);
    });
    this.#add(Counter, 'hop_pages_total', 'Pages in hop_seconds_total.', () => just(this.#sandbox.hops.pages));

    this.#add(Counter, 'database_statements_total', 'Statements and transactions.', () =>
      by(
        'pool',
        mapped(pools(), ({ statements }) => statements),
      ),
    );
    this.#add(Counter, 'pictures_total', 'Pictures by outcome.', () => by('outcome', pictures().outcomes));
    this.#add(Counter, 'picture_processes_ended_total', 'Processes that ended at a picture.', () =>
      by('reason', pictures().ended),
    );

    this.#add(Counter, 'mail_total', 'Messages that a mail server has taken, and attempts that failed.', () =>
      by('outcome', { sent: mail().sent, failed: mail().failed }),
    );

    this.#add(Gauge, 'mail_waiting', 'Messages that are due, or given up, in the database.', () =>
      by('state', { due: mail().waiting, given_up: mail().givenUp }),
    );
    this.#add(Gauge, 'mail_oldest_seconds', 'How long the oldest message waits that is due.', () =>
      just(mail().oldestSeconds),
    );
    this.#add(Gauge, 'pictures_waiting', 'Pictures that wait for their process.', () =>
      by('queue', pictures().waiting),
    );
    this.#add(Gauge, 'picture_process_resident_bytes', 'Memory of the process of pictures.', () =>
      just(pictures().process?.residentBytes ?? 0),
    );
    this.#add(Gauge, 'database_reachable', 'Whether visitors get what the database has.', () =>
      just(visits().isDatabaseAway ? 0 : 1),
    );
    this.#add(Gauge, 'database_connections', 'Connections to the database.', () =>
      Object.entries(pools()).flatMap(([pool, { connections }]) =>
        Object.entries(connections).map(([state, count]): Sample => [{ pool, state }, count]),
      ),
    );
    this.#add(Gauge, 'database_waiting', 'Statements and transactions that wait for a connection.', () =>
      by(
        'pool',
        mapped(pools(), ({ waiting }) => waiting),
      ),
    );
    this.#add(Gauge, 'usable_memory_bytes', 'Memory that this instance may use.', () =>
      just(this.#sandbox.usableBytes),
    );
    this.#add(Gauge, 'requests_at_work', 'Requests in progress.', () => just(admission().atWork));
    this.#add(Gauge, 'renders_pending', 'Renders that wait or run.', () => just(this.#sandbox.pending));
    this.#add(Gauge, 'tasks_waiting', 'Tasks that wait for a worker.', () => by('queue', this.#sandbox.waiting));
    this.#add(Gauge, 'isolates', 'Live isolates that hold a theme.', () =>
      this.#sandbox.processes.map(({ role, pid, isolates }) => [{ role, pid: String(pid) }, isolates]),
    );
    this.#add(Gauge, 'render_process_resident_bytes', 'Memory of a render process.', () =>
      this.#sandbox.processes.map(({ role, pid, residentBytes }) => [{ role, pid: String(pid) }, residentBytes]),
    );
    this.#add(Gauge, 'fragment_themes', 'Themes that have fragments of pages in memory.', () =>
      just(this.#sandbox.fragments.themes),
    );
    this.#add(Gauge, 'fragments', 'Fragments of pages in memory.', () => just(this.#sandbox.fragments.fragments));
    this.#add(Gauge, 'fragment_bytes', 'Bytes of the fragments in memory, as they are and deflated.', () => {
      const { bytes, encodedBytes } = this.#sandbox.fragments;
      return by('form', { plain: bytes, deflated: encodedBytes });
    });
    this.#add(Gauge, 'quarantined_seconds', 'Remaining time of the theme versions in quarantine.', () =>
      this.#sandbox.quarantined.map(({ theme, forMs, site = '' }) => [
        { theme: theme.id, version: theme.version, site },
        forMs / 1_000,
      ]),
    );
  }

  text(): Promise<string> {
    this.#sandbox = this.#readSandbox();
    return this.#registry.metrics();
  }

  /** @param samples the present values; read again for each answer */
  #add(Type: typeof Counter | typeof Gauge, name: string, help: string, samples: () => readonly Sample[]): void {
    const metric = new Type({
      name: `vitrine_${name}`,
      help,
      labelNames: LABELS,
      registers: [this.#registry],
      collect() {
        metric.reset();
        for (const [labels, value] of samples()) metric.inc(labels, value);
      },
    });
  }
}

/** All labels; each metric uses some of them. */
const LABELS = [
  'outcome',
  'reason',
  'hop',
  'queue',
  'role',
  'pid',
  'theme',
  'version',
  'site',
  'pool',
  'state',
  'form',
] as const;

type Sample = readonly [labels: Partial<Record<(typeof LABELS)[number], string>>, value: number];

const just = (value: number): Sample[] => [[{}, value]];

const by = (label: (typeof LABELS)[number], values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([value, count]) => [{ [label]: value }, count]);

const mapped = <V>(values: Readonly<Record<string, V>>, to: (value: V) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
