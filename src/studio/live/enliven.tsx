import type { ComponentType } from 'preact';
import { Frame } from '../frame/frame.tsx';
import { askAgain, fillAnswers, keepAsked, watchPresses } from './asked-again.ts';
import { announce, enlivenAlone } from './live.tsx';
import { waiting } from './use-act.ts';

/** Makes a page alive, with what stands above it, and repeats what waited for a sign-in. @param page the component that the server has drawn it with */
export function enliven<Props>(page: ComponentType<Props>): void {
  Object.assign(waiting, { keepAsked, fillAnswers });
  enlivenAlone(page, Frame);
  watchPresses();
  if (!askAgain()) announce('Ce que vous aviez demandé ne peut plus se faire ici.');
}
