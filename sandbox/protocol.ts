import type { Diagnostic, Limit, PageRequest, RenderResult, SiteContent, ThemeFiles } from '../engine/index.ts';
import type { GuestBundles } from './guest-bundle.ts';

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

/** One page to render. What a worker lacks it asks for; `program` and `values` then come with the same task. */
export interface RenderTask {
  readonly kind: 'render';
  readonly theme: Version & { readonly program?: CompiledTheme };
  readonly content: Version & { readonly values?: SiteContent };
  readonly request: PageRequest;
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
  readonly chemin: string;
  readonly contenu: string;
}

export type Task = RenderTask | CompileTask | CheckTask;

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

export type CompileAnswer = { readonly outcome: 'compiled'; readonly program: CompiledTheme } | LimitAnswer;

export interface CheckAnswer {
  readonly outcome: 'checked';
  readonly diagnostic: Diagnostic | null;
}

/** What each kind of task is answered with. */
export type AnswerTo<T extends Task> = T extends RenderTask
  ? RenderAnswer
  : T extends CompileTask
    ? CompileAnswer
    : CheckAnswer;

export type Answer = RenderAnswer | CompileAnswer | CheckAnswer;

/** From the web process to a render process. */
export type ToRenderProcess =
  | { readonly type: 'start'; readonly guests: GuestBundles; readonly workers: number; readonly themeCache: number }
  | { readonly type: 'task'; readonly id: number; readonly task: Task };

/** From a render process to the web process. */
export type FromRenderProcess =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  /** The worker itself failed on this task. */
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

/** What every worker of a render process is started with. */
export interface WorkerSettings {
  readonly guests: GuestBundles;
  readonly themeCache: number;
  /** One slot a worker: the time its task began, milliseconds modulo 2^31, or 0; slot 0 counts the workers. */
  readonly clocks: SharedArrayBuffer;
}
