import type { Diagnostic, PageRequest, RenderResult, SiteContent, ThemeFiles } from '../engine/index.ts';

/** What identifies resident data: an id and the version (`maj_le` as text) that it was read with. */
export interface Version {
  readonly id: string;
  readonly version: string;
}

/** Stands for one version where a single text is wanted. */
export const versionKey = ({ id, version }: Version): string => `${id} ${version}`;

/** One page to render. What a worker lacks it asks for; `files` and `values` then come with the same task. */
export interface RenderTask {
  readonly kind: 'render';
  readonly theme: Version & { readonly files?: ThemeFiles };
  readonly content: Version & { readonly values?: SiteContent };
  readonly request: PageRequest;
}

/** One file to analyse before it is stored. */
export interface CheckTask {
  readonly kind: 'check';
  readonly chemin: string;
  readonly contenu: string;
}

export type Task = RenderTask | CheckTask;

/** A rendered page, encoded once as UTF-8. */
type RenderedPage = Omit<Extract<RenderResult, { outcome: 'page' }>, 'html'> & { readonly body: Uint8Array };

export type RenderAnswer =
  | RenderedPage
  | Exclude<RenderResult, { outcome: 'page' }>
  | { readonly outcome: 'missing'; readonly theme: boolean; readonly content: boolean };

export interface CheckAnswer {
  readonly outcome: 'checked';
  readonly diagnostic: Diagnostic | null;
}

export type Answer = RenderAnswer | CheckAnswer;

/** From the web process to a render process. */
export type ToRenderProcess =
  | { readonly type: 'start'; readonly guest: string; readonly workers: number; readonly themeCache: number }
  | { readonly type: 'task'; readonly id: number; readonly task: Task };

/** From a render process to the web process. */
export type FromRenderProcess =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  /** The worker itself failed on this task. */
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

/** What every worker of a render process is started with. */
export interface WorkerSettings {
  readonly guest: string;
  readonly themeCache: number;
  /** One slot a worker: the time its task began, milliseconds modulo 2^31, or 0; slot 0 counts the workers. */
  readonly clocks: SharedArrayBuffer;
}
