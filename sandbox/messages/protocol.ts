import type {
  CheckSettings,
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

/** A version of a theme or of a site's content: an id, and `maj_le` as text. */
export interface Version {
  readonly id: string;
  readonly version: string;
}

/** A version as one text. */
export const versionKey = ({ id, version }: Version): string => `${id} ${version}`;

/** A unit as an isolate loads it: a script, and V8's code cache of the script, which only our own processes make. */
export interface CompiledUnit {
  readonly source: string;
  readonly codeCache?: Uint8Array;
}

/** A file of a theme's code, with the key of its unit (`unitKey`). */
export interface CodeFile {
  readonly path: string;
  readonly key: string;
}

/** The code of a theme. */
export interface ThemeCode {
  /** Themes of the same code have the same id. */
  readonly id: string;
  readonly files: readonly CodeFile[];
}

/** A theme as a worker loads it: its code, and its other files as JSON of text by path, deflated; `characters` counts the JSON. */
export interface ThemeData {
  readonly code: ThemeCode;
  readonly files: Uint8Array;
  readonly characters: number;
}

/** A page that a spare isolate renders before a theme enters. */
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
  /** The part that renders what was compiled, for an isolate; empty where nothing is rendered. */
  readonly render: string;
  readonly warmUp: WarmUp;
  readonly launcher: string;
  readonly renderProcess: string;
  readonly worker: string;
}

/** One page to render. A worker that lacks something answers so; the task is then sent again with `data`, `units` and `values`. */
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
  /** Whether `timeMs` is a slice: a page that needs more is tried again elsewhere. */
  readonly isSlice: boolean;
  /** Id of the web process's fragments for this page (`PageFragments.id`); left out where the page is wanted as text. */
  readonly fragments?: number | undefined;
}

/** Files of a theme's code to compile, once for all themes with these files. */
export interface CompileTask {
  readonly kind: 'compile';
  /** Whose files they are. */
  readonly owner: string;
  readonly files: readonly SourceFile[];
  /** Time that this may take, milliseconds. */
  readonly timeMs: number;
}

/** Owner of the files of the themes that this program ships. */
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
  readonly path: string;
  readonly text: string;
  /** Time that this may take, milliseconds. */
  readonly timeMs: number;
}

/** One theme to look over, for its author. */
export interface DiagnoseTask {
  readonly kind: 'diagnose';
  readonly files: ThemeFiles;
  /** What the author makes of the checks; each check as it is when left out. */
  readonly settings: CheckSettings | undefined;
  /** As of `diagnose`. */
  readonly media: readonly string[] | undefined;
  /** Time that this may take, milliseconds. */
  readonly timeMs: number;
}

/** One page to measure, for the author of its theme. The task brings all that the page needs, and the worker keeps nothing. */
export interface ProfileTask {
  readonly kind: 'profile';
  /** The part of the engine that profiles, for an isolate: workers do not keep this part, because profiles are rare. */
  readonly program: string;
  readonly themeId: string;
  readonly files: ThemeFiles;
  readonly content: SiteContent;
  readonly request: PageRequest;
  /** Time that each step may take (`PROFILE_STEPS`), milliseconds. */
  readonly timeMs: number;
}

export type Task = RenderTask | CompileTask | CheckTask | DiagnoseTask | ProfileTask;

/** A rendered page, encoded once as UTF-8. */
export type RenderedPage = Omit<Extract<RenderResult, { outcome: 'page' }>, 'html'> & {
  readonly body: Uint8Array;
  /**
   * The pieces of the page, triples `[newBytes, name, definedBytes]`: first come so many bytes of `body`, which are new text, then the fragment of
   * this name. Where `definedBytes` is not 0 the fragment is new, and its bytes follow in `body`. What is left of `body` after the last piece is new
   * text. Where `pieces` is left out, all of `body` is new text.
   */
  readonly pieces?: readonly number[];
};

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

/** What the worker lacks; `units` has keys of units, which the worker asks for once it has the theme's list of files. */
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

/** `frames` is empty where the theme does not compile within its limits, or its render filled the isolate's memory. */
export interface ProfileAnswer {
  readonly outcome: 'profiled';
  readonly page: ProfiledPage;
  readonly frames: readonly ProfileFrame[];
}

/** What each kind of task is answered with. */
interface Answers {
  readonly render: RenderAnswer;
  readonly compile: CompileAnswer;
  readonly check: CheckAnswer;
  readonly diagnose: DiagnoseAnswer;
  readonly profile: ProfileAnswer;
}
export type AnswerTo<T extends Task> = Answers[T['kind']];
export type Answer = AnswerTo<Task>;

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

/** From a worker to the web process: an answer, or the message of an error of the worker itself. */
export type FromWorker = { readonly id: number } & (TimedAnswer | { readonly failed: string });

/** File descriptor of a render process' own connection to the web process; those of its workers follow. */
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
  /** The process has ended, or could not be started. */
  | { readonly type: 'ended'; readonly id: number; readonly code: number | null; readonly signal: string | null };

/** From the web process to a render process. */
export type ToRenderProcess =
  | { readonly type: 'start'; readonly settings: RenderProcessSettings }
  /** Starts a worker for each niceness; `awake` tells of each. */
  | { readonly type: 'workers'; readonly niceness: readonly number[] };

/** What one worker keeps warm at most: bytes, and themes where their number is limited (`THEME_CACHE`). */
export interface WarmThemes {
  readonly bytes: number;
  readonly count?: number | undefined;
}

export interface RenderProcessSettings {
  readonly bundles: Bundles;
  /** Workers that start with the process; the others start when the process gets its role. */
  readonly workers: number;
  readonly maxWorkers: number;
  readonly warmThemes: WarmThemes;
}

/** From a render process to the web process. */
export type FromRenderProcess =
  /** The workers that start with the process have started. */
  | { readonly type: 'ready' }
  | { readonly type: 'awake'; readonly worker: number }
  | { readonly type: 'heartbeat'; readonly isolates: number; readonly coldStarts: number };

/** From a render process to one of its workers: read your connection, and have this niceness. */
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
