import type {
  Diagnostic,
  Limit,
  PageRequest,
  RenderResult,
  SiteContent,
  ThemeDiagnostic,
  ThemeFiles,
} from '../engine/index.ts';
import type { Restraint } from './restraint.ts';

/** What identifies resident data: an id and the version (`maj_le` as text) that it was read with. */
export interface Version {
  readonly id: string;
  readonly version: string;
}

/** Stands for one version where a single text is wanted. */
export const versionKey = ({ id, version }: Version): string => `${id} ${version}`;

/** A theme as a worker loads it: a script, and V8's code cache of it, which only ever comes from a process of ours. */
export interface CompiledTheme {
  readonly source: string;
  readonly codeCache?: Uint8Array;
}

/** Our own source as the JavaScript that runs elsewhere. */
export interface Bundles {
  /** The part of the engine that analyses and compiles, for an isolate. */
  readonly compile: string;
  /** The part that looks whole themes over, for an isolate. */
  readonly diagnose: string;
  /** The part that renders what was compiled, for an isolate. */
  readonly render: string;
  /** What a spare isolate renders before it is needed. */
  readonly warmUp: CompiledTheme;
  readonly renderProcess: string;
  readonly worker: string;
}

/** One page to render. What a worker lacks it asks for; `program` and `values` then come with the same task. */
export interface RenderTask {
  readonly kind: 'render';
  /** `program`: packed (`parcels.ts`). */
  readonly theme: Version & { readonly program?: Uint8Array };
  readonly content: Version & { readonly values?: SiteContent };
  readonly request: PageRequest;
  /** Time that this attempt may take, milliseconds; a slice counts twice where the theme has to be loaded first. */
  readonly timeMs: number;
  /** Whether this worker will be asked for the theme again. */
  readonly staysWarm: boolean;
}

/** One theme version to compile, once for all workers. */
export interface CompileTask {
  readonly kind: 'compile';
  readonly themeId: string;
  readonly files: ThemeFiles;
}

/** One file to analyse before it is stored. */
export interface CheckTask {
  readonly kind: 'check';
  /** Whose file it is. */
  readonly owner: string;
  readonly chemin: string;
  readonly contenu: string;
  /** Time that this may take, milliseconds. */
  readonly timeMs: number;
}

/** One theme to look over, for its author. */
export interface DiagnoseTask {
  readonly kind: 'diagnose';
  readonly files: ThemeFiles;
}

export type Task = RenderTask | CompileTask | CheckTask | DiagnoseTask;

/** A rendered page, encoded once as UTF-8. */
type RenderedPage = Omit<Extract<RenderResult, { outcome: 'page' }>, 'html'> & { readonly body: Uint8Array };

/** A limit ended the task, whatever its kind. */
export interface LimitAnswer {
  readonly outcome: 'limit';
  readonly limit: Limit;
}

export type RenderAnswer =
  | RenderedPage
  | Exclude<RenderResult, { outcome: 'page' | 'limit' }>
  | LimitAnswer
  | { readonly outcome: 'missing'; readonly theme: boolean; readonly content: boolean };

/** `program`: packed (`parcels.ts`). */
export type CompileAnswer = { readonly outcome: 'compiled'; readonly program: Uint8Array } | LimitAnswer;

export type CheckAnswer = { readonly outcome: 'checked'; readonly diagnostic: Diagnostic | null } | LimitAnswer;

export type DiagnoseAnswer =
  | { readonly outcome: 'diagnosed'; readonly diagnostics: readonly ThemeDiagnostic[] }
  | LimitAnswer;

/** What each kind of task is answered with. */
export type AnswerTo<T extends Task> = T extends RenderTask
  ? RenderAnswer
  : T extends CompileTask
    ? CompileAnswer
    : T extends DiagnoseTask
      ? DiagnoseAnswer
      : CheckAnswer;

export type Answer = RenderAnswer | CompileAnswer | CheckAnswer | DiagnoseAnswer;

/** Milliseconds on the clock that all processes of a machine share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** What a task took. */
export interface Times {
  /** When the worker took it, when its isolate had answered and when the answer was ready: `sharedNow`. */
  readonly began: number;
  readonly rendered: number;
  readonly ready: number;
  /** Processor time of a page or the analysis of a file, milliseconds. */
  readonly cpuMs: number;
}

/** An answer with what it took. */
export interface TimedAnswer<A extends Answer = Answer> {
  readonly answer: A;
  readonly times: Times;
}

/** From the web process to a worker: a task. */
export interface Handed {
  readonly id: number;
  readonly task: Task;
}

/** From a worker to the web process, what became of a task: `failed` when the worker itself did. */
export type FromWorker = { readonly id: number } & (TimedAnswer | { readonly failed: string });

/** Where a render process finds its connections to the web process: its own first, then one for each worker. */
export const CHANNEL_FD = 3;
/** @param worker which one, counted from 0 */
export const workerFd = (worker: number): number => CHANNEL_FD + 1 + worker;

/** From the web process to the launcher. */
export type ToLauncher =
  | ({ readonly type: 'launch'; readonly id: number } & Departing)
  | { readonly type: 'restrain'; readonly id: number; readonly pid: number; readonly restraint: Restraint };

/** A process that is to be launched. */
export interface Departing {
  /** JavaScript that it runs. */
  readonly code: string;
  readonly connections: number;
  readonly restraint: Restraint;
}

/** From the launcher to the web process. */
export type FromLauncher =
  /** With each of its connections, in their order. */
  | { readonly type: 'connection'; readonly id: number }
  /** The process is there, and all of its connections have come. */
  | { readonly type: 'launched'; readonly id: number; readonly pid: number }
  /** What was to be restrained is, as far as that is possible. */
  | { readonly type: 'restrained'; readonly id: number }
  /** It has ended, or could not be started. */
  | { readonly type: 'ended'; readonly id: number; readonly code: number | null; readonly signal: string | null };

/** From the web process to a render process. */
export type ToRenderProcess =
  | { readonly type: 'start'; readonly settings: RenderProcessSettings }
  /** How far each worker of its post gives way; each says when it is there. */
  | { readonly type: 'post'; readonly niceness: readonly number[] };

export interface RenderProcessSettings {
  readonly bundles: Bundles;
  /** Workers that are started at once, and the most that there may be. */
  readonly workers: number;
  readonly maxWorkers: number;
  /** Between the starts of two of them, milliseconds. */
  readonly pauseMs: number;
  readonly themeCache: number;
}

/** From a render process to the web process. */
export type FromRenderProcess =
  /** The workers that it was started with are there. */
  | { readonly type: 'ready' }
  | { readonly type: 'awake'; readonly worker: number }
  | { readonly type: 'heartbeat'; readonly isolates: number; readonly coldStarts: number };

/** From a render process to one of its workers: to attend to its connection, and how far it gives way from now on. */
export interface WakeTask {
  readonly worker: number;
  readonly niceness: number;
}

/** What every worker of a render process is started with. */
export interface WorkerSettings {
  readonly bundles: Bundles;
  readonly themeCache: number;
  readonly counters: SharedArrayBuffer;
}

/** What the workers of a process count together, by place in `counters`. */
export const COUNTER = { isolates: 0, coldStarts: 1 } as const;
