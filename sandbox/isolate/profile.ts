/** The entry of an isolate that profiles one page: a theme's files in, times and objects of its parts out. */

import type { ProfileFrame } from '../../engine/profile/frame.ts';
import { PageProfile } from '../../engine/profile/profile-page.ts';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../../engine/types.ts';

/** Milliseconds, with a fraction: the worker gives it to this isolate alone. */
declare const preciseNow: () => number;

let profile: PageProfile | undefined;

const vitrine = {
  /** Compiles the theme. */
  prepare(id: string, files: ThemeFiles, request: PageRequest): void {
    profile = new PageProfile(id, files, request, preciseNow);
  },
  /** @returns what comes of the page, without its HTML, which nobody wants */
  run(content: SiteContent, timeMs: number): Exclude<RenderResult, { outcome: 'page' }> | { readonly outcome: 'page' } {
    if (!profile) throw new Error('a profile was asked for before its theme was compiled');
    const result = profile.run(content, Date.now, timeMs);
    return result.outcome === 'page' ? { outcome: 'page' } : result;
  },
  /** What was measured; also when a render was ended in its midst. */
  frames: (): readonly ProfileFrame[] => profile?.frames() ?? [],
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
