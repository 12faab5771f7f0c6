/** The isolate's entry: the engine for one theme at most, in a bare V8 context. */
import { checkFile } from './language/check.ts';
import { compileTheme } from './theme/compile.ts';
import { deepFreeze } from './theme/theme.ts';
import type { CompiledTheme, Diagnostic, PageRequest, RenderResult, SiteContent, ThemeFiles } from './types.ts';

let theme: CompiledTheme | undefined;
let content: SiteContent | undefined;

const vitrine = {
  load(themeId: string, files: ThemeFiles): void {
    theme = compileTheme(themeId, files);
  },
  setContent(values: SiteContent): void {
    content = deepFreeze(values);
  },
  render(request: PageRequest): RenderResult {
    if (!theme || !content) throw new Error('a page was asked for before its theme and content were loaded');
    return theme.render(content, request);
  },
  check(chemin: string, contenu: string): Diagnostic | null {
    return checkFile(chemin, contenu);
  },
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
