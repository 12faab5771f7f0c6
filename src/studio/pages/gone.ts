import { ApiRefusal } from '../api/client.ts';
import { announce } from './announce.ts';
import { refresh } from './refresh.ts';

/**
 * Does something with what the page shows. Where that was deleted elsewhere meanwhile, the page no longer shows it, and says so.
 * @param sentence that says what is gone
 */
export const goneToo =
  <Given extends readonly unknown[]>(sentence: string, work: (...given: Given) => Promise<void>) =>
  async (...given: Given): Promise<void> => {
    try {
      await work(...given);
    } catch (error) {
      if (!(error instanceof ApiRefusal && error.isGone)) throw error;
      await refresh();
      announce(sentence);
    }
  };
