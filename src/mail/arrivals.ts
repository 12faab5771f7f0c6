import { EventEmitter } from 'node:events';

/** Mail that acts of this process let wait: its sender looks at once, and need not ask the database all the time. */
const arrivals = new EventEmitter();

/** Says that a message waits as soon as the transaction under way is done. */
export const announceMail = (): void => {
  arrivals.emit('mail');
};

/** Calls `listener` at each announcement. @returns what ends the calls */
export function onMail(listener: () => void): () => void {
  arrivals.on('mail', listener);
  return () => arrivals.off('mail', listener);
}
