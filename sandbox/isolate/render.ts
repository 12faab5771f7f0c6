/** What runs in an isolate that renders: the runtime and one program, for one theme or for several. */
import { DEFAULT_LIMITS } from '../../engine/limits.ts';
import type { UnitFactory } from '../../engine/runtime/link.ts';
import { ThemeProgram } from '../../engine/theme/program.ts';
import { Theme } from '../../engine/theme/theme.ts';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../../engine/types.ts';

/** A theme with the content of its site. */
interface ResidentTheme {
  readonly theme: Theme;
  content: SiteContent | undefined;
}

const units: UnitFactory[] = [];
let program: ThemeProgram | undefined;
const themes = new Map<string, ResidentTheme>();

const vitrine = {
  /** Called by the script of each unit. */
  unit(factory: UnitFactory): void {
    units.push(factory);
  },
  /**
   * Makes a program from the units that were loaded since the last program.
   * @param paths of their files, in the order in which they were loaded
   * @param settingsSchema empty where the theme has none
   */
  link(paths: readonly string[], settingsSchema: string): void {
    const files = units.splice(0).map((factory, index) => ({ path: paths[index] ?? '', factory }));
    program = new ThemeProgram(files, settingsSchema === '' ? undefined : settingsSchema);
    themes.clear();
  },
  /** Adds a theme to the program. @param files its files that are no code, JSON of text by path */
  open(id: string, files: string): void {
    if (!program) throw new Error('a theme came before its program');
    themes.set(id, { theme: new Theme(id, program, JSON.parse(files) as ThemeFiles), content: undefined });
  },
  /** @param content the content of the theme's site, as JSON */
  setContent(id: string, content: string): void {
    const resident = themes.get(id);
    if (resident) resident.content = JSON.parse(content);
  },
  /** Removes a theme. */
  forget(id: string): void {
    themes.delete(id);
  },
  /**
   * @param request as JSON
   * @param timeMs time that the render may take
   * @param holder number of who gets the page in pieces (`RunNames.send`): `RenderTask.fragments`; left out, the page is text
   * @returns an object always: V8 frees a bare string that left the isolate only in a full collection (15 ms every 1,600 pages), a string
   * inside an object in a young one (half a millisecond)
   */
  render(id: string, request: string, timeMs: number, holder?: number): RenderResult & { readonly bytes: number } {
    const { theme, content } = themes.get(id) ?? {};
    if (!theme || !content) throw new Error('a page was asked for before its theme and content were loaded');
    const limits = { ...DEFAULT_LIMITS, timeMs };
    const result = theme.render(content, JSON.parse(request) as PageRequest, Date.now, limits, holder);
    return { ...result, bytes: theme.bytes };
  },
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
