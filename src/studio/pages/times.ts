import { timeWords } from '../parts/words.ts';

export { timeWords as localTime };

/** Shows times in the reader's time zone: the server does not know it and writes times of Paris. */
export function showLocalTimes(root: ParentNode = document): void {
  for (const element of root.querySelectorAll('time')) element.textContent = timeWords(element.dateTime);
}
