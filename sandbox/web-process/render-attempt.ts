import type { Answer, Times } from '../messages/protocol.ts';
import type { QueueName } from './roles.ts';

/** One task that a worker has finished for a page: where the page's time went. Times are those of `sharedNow`. */
export interface RenderAttempt extends Omit<Times, 'cpuMs'> {
  readonly queue: QueueName;
  /** The worker, by the name of its slot. */
  readonly worker: string;
  /** `missing`: the worker lacked the theme or the content, and the task came again with it. */
  readonly outcome: Answer['outcome'];
  /** Whether the theme was brought to the worker with the task. */
  readonly isCold: boolean;
  /** When the task came to the queue, and when a worker got it. */
  readonly came: number;
  readonly dispatched: number;
  /** When the answer was back. */
  readonly received: number;
}
