import { roleOf, SETTINGS_SCHEMA } from '../language/paths.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { budget } from '../runtime/budget.ts';
import type { UnitFactory } from '../runtime/link.ts';
import { page } from '../runtime/page.ts';
import { compileUnit } from '../theme/compile-unit.ts';
import { dataOf } from '../theme/data.ts';
import { ThemeProgram } from '../theme/program.ts';
import { Theme } from '../theme/theme.ts';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../types.ts';
import type { Measured, ProfileFrame } from './frame.ts';
import { instrumentsOf, RECORDER } from './instruments.ts';
import { Recorder } from './recorder.ts';
import { reportOf } from './report.ts';

/**
 * A page is rendered many times: V8 interprets the first ones, and others may have the processor meanwhile. So often at most; less often where
 * that takes longer than so many milliseconds, and only once where even three would take very long.
 */
const RENDERS = 100;
const ENOUGH_MS = 100;
const LEAST_RENDERS = 3;
const LONG_MS = 600;

/** A theme whose code measures itself; made for one page, and let go with its isolate. */
export class PageProfile {
  readonly #theme: Theme;
  readonly #program: ThemeProgram;
  readonly #recorder: Recorder;
  readonly #request: PageRequest;
  readonly #pageFile: string;
  #quickest: Measured | undefined;

  /**
   * @param id of the theme, named in the addresses of its assets
   * @param clock milliseconds, with a fraction; templates never see it
   */
  constructor(id: string, files: ThemeFiles, request: PageRequest, clock: () => number) {
    this.#recorder = new Recorder(clock);
    this.#program = new ThemeProgram(instrumentedUnits(files, this.#recorder), files[SETTINGS_SCHEMA]);
    this.#theme = new Theme(id, this.#program, dataOf(files));
    this.#request = request;
    const template = request.templates.find((name) => this.#theme.hasTemplate(name));
    this.#pageFile = template === undefined ? '' : `templates/${template}.json`;
  }

  /**
   * Renders the page some times; the quickest is the one that is reported, for nothing else had the processor meanwhile. What becomes of it
   * does not depend on how often.
   * @param now the clock of templates and limits, milliseconds
   * @param timeMs time that all renders may take together
   */
  run(content: SiteContent, now: () => number, timeMs: number): RenderResult {
    const began = now();
    for (let renders = 1; ; renders++) {
      const left = Math.max(1, timeMs - (now() - began));
      const result = this.#render(content, now, left);
      if (result.outcome !== 'page' || renders >= RENDERS) return result;
      const took = now() - began;
      if (took >= (renders >= LEAST_RENDERS ? ENOUGH_MS : LONG_MS)) return result;
    }
  }

  /** What was measured; of a render that was ended in its midst, as far as it came; nothing where the theme has no template for the page. */
  frames(): readonly ProfileFrame[] {
    return this.#pageFile === ''
      ? []
      : reportOf(this.#quickest ?? this.#recorder.finish(), this.#program.places(), this.#pageFile);
  }

  #render(content: SiteContent, now: () => number, timeMs: number): RenderResult {
    budget.begin(now, { ...DEFAULT_LIMITS, timeMs }, this.#request.present ?? null);
    this.#recorder.begin({ kind: 'page', name: this.#pageFile, at: 0 });
    const result = page.render(this.#theme, content, this.#request, DEFAULT_LIMITS);
    this.#recorder.end();
    const measured = this.#recorder.finish();
    // What ended a render is what its author wants to see.
    if (result.outcome !== 'page' || !this.#quickest || measured.ms < this.#quickest.ms) this.#quickest = measured;
    return result;
  }
}

/** The files of a theme, compiled to code that measures itself: it is nobody's but this profile's. */
function instrumentedUnits(files: ThemeFiles, recorder: Recorder): { path: string; factory: UnitFactory }[] {
  return Object.entries(files).flatMap(([path, source]) => {
    if (roleOf(path) === undefined) return [];
    const factory: UnitFactory = new Function(`return ${compileUnit(path, source, instrumentsOf(path))}`)();
    return [
      { path, factory: (runtime, link) => factory({ ...runtime, [RECORDER]: recorder } as typeof runtime, link) },
    ];
  });
}
