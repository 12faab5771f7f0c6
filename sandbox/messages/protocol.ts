import type {
  Diagnostic,
  Limit,
  PageRequest,
  RenderResult,
  SiteContent,
  ThemeDiagnostic,
  ThemeFiles,
} from '../../engine/index.ts';
import type { ProfileFrame } from '../../engine/profile/frame.ts';
import type { CpuPolicy } from './cpu-policy.ts';

/** What identifies resident data: an id and the version (`maj_le` as text) that it was read with. */
export interface Version {
  readonly id: string;
  readonly version: string;
}

/** Stands for one version where a single text is wanted. */
export const versionKey = ({ id, version }: Version): string => `${id} ${version}`;

/** A unit as an isolate loads it: a script, and V8's code cache of it, which only ever comes from a process of ours. */
export interface CompiledUnit {
  readonly source: string;
  readonly codeCache?: Uint8Array;
}

/** A file of a theme's code, by the key of what it is compiled to (`unitKey`). */
export interface CodeFile {
  readonly path: string;
  readonly key: string;
}

/** The code of a theme. */
export interface ThemeCode {
  /** Names the files, so that themes of the same code have the same. */
  readonly id: string;
  readonly files: readonly CodeFile[];
}

/** What a worker takes a theme in with: its code, and its other files as JSON of text by path, deflated, of so many characters. */
export interface ThemeData {
  readonly code: ThemeCode;
  readonly files: Uint8Array;
  readonly characters: number;
}

/** A page that a spare isolate renders before it is needed. */
export interface WarmUp {
  /** Scripts of the units of its theme. */
  readonly units: readonly { readonly path: string; readonly source: string }[];
  readonly settingsSchema: string;
  /** The other files of its theme, JSON of text by path. */
  readonly files: string;
  readonly content: SiteContent;
  readonly request: PageRequest;
}

/** Our own source as the JavaScript that runs elsewhere. */
export interface Bundles {
  /** The part of the engine that analyses and compiles, for an isolate. */
  readonly compile: string;
  /** The part that looks whole themes over, for an isolate. */
  readonly diagnose: string;
  /** The part that renders what was compiled, for an isolate. */
  readonly render: string;
  readonly warmUp: WarmUp;
  readonly launcher: string;
  readonly renderProcess: string;
  readonly worker: string;
}

/** One page to render. A worker answers what it lacks; the same task is then sent again with `data`, `units` and `values`. */
export interface RenderTask {
  readonly kind: 'render';
  readonly theme: Version & {
    readonly data?: ThemeData;
    /** Packed (`encoding.ts`), by key. */
    readonly units?: Readonly<Record<string, Uint8Array>>;
    /** With other themes of the same code (`ThemeHealth.mayShareIsolate`). */
    readonly mayShareIsolate: boolean;
  };
  readonly content: Version & { readonly values?: SiteContent };
  readonly request: PageRequest;
  /** Time that this attempt may take, milliseconds (`attemptAtMostMs`). */
  readonly timeMs: number;
  /** Whether that is a slice of the time of a page: one that needs more is tried again elsewhere. */
  readonly isSlice: boolean;
}

/** Files of a theme's code to compile, once for all themes that have them. */
export interface CompileTask {
  readonly kind: 'compile';
  /** Whose files they are. */
  readonly owner: string;
  readonly files: readonly SourceFile[];
  /** Time that this may take, milliseconds. */
  readonly timeMs: number;
}

/** Owner of the files of our own themes: they are compiled once, when the program starts. */
export const OUR_FILES = '';

/** A file of a theme's code, with its text. */
export interface SourceFile extends CodeFile {
  readonly text: string;
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
  /** Time that this may take, milliseconds. */
  readonly timeMs: number;
}

/** One page to measure, for the author of its theme. It brings all that it needs, and leaves nothing behind. */
export interface ProfileTask {
  readonly kind: 'profile';
  /** The part of the engine that profiles, for an isolate: no worker has it, because few are ever asked. */
  readonly program: string;
  readonly themeId: string;
  readonly files: ThemeFiles;
  readonly content: SiteContent;
  readonly request: PageRequest;
  /** Time that compiling the theme may take, and rendering the page again, milliseconds. */
  readonly timeMs: number;
}

export type Task = RenderTask | CompileTask | CheckTask | DiagnoseTask | ProfileTask;

/** A rendered page, encoded once as UTF-8. */
type RenderedPage = Omit<Extract<RenderResult, { outcome: 'page' }>, 'html'> & { readonly body: Uint8Array };

/** A limit ended the task, whatever its kind. */
export interface LimitAnswer {
  readonly outcome: 'limit';
  readonly limit: Limit;
}

export const OUT_OF_TIME: LimitAnswer = { outcome: 'limit', limit: 'time' };

export type RenderAnswer =
  | RenderedPage
  | Exclude<RenderResult, { outcome: 'page' | 'limit' }>
  | LimitAnswer
  | MissingAnswer;

/** What the worker lacks; `units`: keys of those of the theme's code, asked for once the theme is there. */
export interface MissingAnswer {
  readonly outcome: 'missing';
  readonly theme: boolean;
  readonly units: readonly string[];
  readonly content: boolean;
}

/** `units`: packed (`encoding.ts`), in the order of the files. */
export type CompileAnswer = { readonly outcome: 'compiled'; readonly units: readonly Uint8Array[] } | LimitAnswer;

export type CheckAnswer = { readonly outcome: 'checked'; readonly diagnostic: Diagnostic | null } | LimitAnswer;

export type DiagnoseAnswer =
  | { readonly outcome: 'diagnosed'; readonly diagnostics: readonly ThemeDiagnostic[] }
  | LimitAnswer;

/** What came of a page that was measured, without its HTML. */
export type ProfiledPage = Exclude<RenderResult, { outcome: 'page' }> | { readonly outcome: 'page' };

/** `frames`: none where the theme does not compile within its limits, or its render took the isolate's memory. */
export interface ProfileAnswer {
  readonly outcome: 'profiled';
  readonly page: ProfiledPage;
  readonly frames: readonly ProfileFrame[];
}

/** What each kind of task is answered with. */
export type AnswerTo<T extends Task> = T extends RenderTask
  ? RenderAnswer
  : T extends CompileTask
    ? CompileAnswer
    : T extends DiagnoseTask
      ? DiagnoseAnswer
      : T extends ProfileTask
        ? ProfileAnswer
        : CheckAnswer;

export type Answer = RenderAnswer | CompileAnswer | CheckAnswer | DiagnoseAnswer | ProfileAnswer;

/** Milliseconds on the clock that all processes of a machine share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The cost of a task. */
export interface Times {
  /** When the worker took it, when its isolate had answered and when the answer was ready: `sharedNow`. */
  readonly began: number;
  readonly rendered: number;
  readonly ready: number;
  /** Processor time of a page or the analysis of a file, milliseconds. */
  readonly cpuMs: number;
}

/** An answer with the cost of its task. */
export interface TimedAnswer<A extends Answer = Answer> {
  readonly answer: A;
  readonly times: Times;
}

/** From the web process to a worker: a task. */
export interface TaskMessage {
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
  | ({ readonly type: 'launch'; readonly id: number } & LaunchOrder)
  | { readonly type: 'setCpuPolicy'; readonly id: number; readonly pid: number; readonly cpuPolicy: CpuPolicy };

/** A process that is to be launched. */
export interface LaunchOrder {
  /** JavaScript that it runs. */
  readonly code: string;
  readonly connections: number;
  readonly cpuPolicy: CpuPolicy;
}

/** From the launcher to the web process. */
export type FromLauncher =
  /** With each of its connections, in their order. */
  | { readonly type: 'connection'; readonly id: number }
  /** The process runs and has all of its connections. */
  | { readonly type: 'launched'; readonly id: number; readonly pid: number }
  | { readonly type: 'cpu-policy-set'; readonly id: number }
  /** It has ended, or could not be started. */
  | { readonly type: 'ended'; readonly id: number; readonly code: number | null; readonly signal: string | null };

/** From the web process to a render process. */
export type ToRenderProcess =
  | { readonly type: 'start'; readonly settings: RenderProcessSettings }
  /** Starts a worker for each niceness; each says when it has started. */
  | { readonly type: 'workers'; readonly niceness: readonly number[] };

/** What one worker keeps warm at most: memory, bytes, and themes, where their number has a bound of its own. */
export interface WarmThemes {
  readonly bytes: number;
  readonly count?: number | undefined;
}

export interface RenderProcessSettings {
  readonly bundles: Bundles;
  /** Workers that start with the process; the others start when it gets its role. */
  readonly workers: number;
  readonly maxWorkers: number;
  readonly warmThemes: WarmThemes;
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
  readonly warmThemes: WarmThemes;
  readonly counters: SharedArrayBuffer;
}

/** What the workers of a process count together, by place in `counters`. */
export const COUNTER = { isolates: 0, coldStarts: 1 } as const;
