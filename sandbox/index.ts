/** The face of the sandbox: everything that other rooms may import. */
export { ConcurrencyLimit } from './web-process/admission.ts';
export { AnalysisBusy } from './web-process/analyser.ts';
export { classicScript, pageScript } from './web-process/bundle.ts';
export { type RenderSources, sourcesOf, type ThemeSources } from './web-process/code/theme-sources.ts';
export {
  Renderer,
  type RendererOptions,
  type RenderJob,
  type RenderOutcome,
  type SandboxReport,
} from './web-process/renderer.ts';
