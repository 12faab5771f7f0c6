import type { MailCounts } from '../storage/mail-queue.ts';

/** What the sender has done since the start, and what waited at its last look. */
export interface MailReport extends MailCounts {
  readonly sent: number;
  readonly failed: number;
}

/** Where no mail goes out. */
export const NO_MAIL: MailReport = { sent: 0, failed: 0, waiting: 0, givenUp: 0, oldestSeconds: 0 };
