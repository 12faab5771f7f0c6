import { ApiRefusal } from '../api/client.ts';
import { announce } from './announce.ts';
import { refresh } from './refresh.ts';

/**
 * Wraps an act on something that the page shows: where that was deleted elsewhere, the page is refreshed and says so.
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
