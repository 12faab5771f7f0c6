import { Renderer } from '../../../sandbox/index.ts';

/** Themes that a worker keeps warm: the versions of one theme. */
const THEME_CACHE = 2;

/** The platform's sandbox in its smallest form, for one person's theme on their own machine. */
export const startOfflineRenderer = (): Promise<Renderer> => start(1);

export type OfflineAnalysis = Pick<Renderer, 'check' | 'diagnose' | 'close'>;

/** The same where nothing is rendered: a part of it, which starts sooner, checks files and looks themes over. */
export const startOfflineAnalysis = (): Promise<OfflineAnalysis> => start(0);

// The sandbox logs for operators; an author gets the result of each page.
const start = (workers: number) => Renderer.start({ workers, themeCache: THEME_CACHE, log: { warn: () => undefined } });
