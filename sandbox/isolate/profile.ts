/** What runs in an isolate that profiles one page. */
import type { ProfileFrame } from '../../engine/profile/frame.ts';
import { PageProfile } from '../../engine/profile/profile-page.ts';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../../engine/types.ts';

/** Milliseconds, with a fraction: the worker gives this clock to no other isolate (render-process/profile.ts). */
declare const preciseNow: () => number;

let profile: PageProfile | undefined;

const vitrine = {
  /** Compiles the theme. */
  prepare(id: string, files: ThemeFiles, request: PageRequest): void {
    profile = new PageProfile(id, files, request, preciseNow);
  },
  /** @returns what comes of the page, without its HTML */
  run(content: SiteContent, timeMs: number): Exclude<RenderResult, { outcome: 'page' }> | { readonly outcome: 'page' } {
    if (!profile) throw new Error('a profile was asked for before its theme was compiled');
    const result = profile.run(content, Date.now, timeMs);
    return result.outcome === 'page' ? { outcome: 'page' } : result;
  },
  /** What was measured, also of a render that V8 has ended. */
  frames: (): readonly ProfileFrame[] => profile?.frames() ?? [],
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
