import type { FromThread } from '../../language/messages.ts';
import type { StartThread } from './language.ts';

/** Starts threads of the browser. @param script address of their script */
export const threadsOf =
  (script: string): StartThread =>
  ({ hear, fail }) => {
    const thread = new Worker(script, { type: 'module' });
    thread.addEventListener('message', ({ data }: MessageEvent<FromThread>) => hear(data));
    thread.addEventListener('error', fail);
    return thread;
  };
