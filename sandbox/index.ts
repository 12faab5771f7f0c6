/** The face of the sandbox: everything that other rooms may import. */
export { sharedNow } from './messages/protocol.ts';
export { AnalysisBusy } from './web-process/analyser.ts';
export type { BackgroundOutcome } from './web-process/background-renders.ts';
export { classicScript, drawingModule, pageScript, styleSheet } from './web-process/bundle.ts';
export { unitKey } from './web-process/code/code-key.ts';
export { sourcesOf } from './web-process/code/theme-sources.ts';
export { type EncodedFragment, Fragment, type Place } from './web-process/fragments/fragment.ts';
export { bytesOf, PageBody, type PagePart } from './web-process/fragments/page-body.ts';
export { cpuMsOf, residentBytesOf } from './web-process/process-usage.ts';
export type { ProfileOutcome } from './web-process/profiler.ts';
export type { RenderAttempt } from './web-process/render-attempt.ts';
export type {
  QuarantineReason,
  RenderedFor,
  RenderJob,
  RenderOutcome,
  SiteTally,
} from './web-process/render-job.ts';
export { Renderer, type RendererOptions, type SandboxReport } from './web-process/renderer.ts';
export { usableMemory } from './web-process/usable-memory.ts';
