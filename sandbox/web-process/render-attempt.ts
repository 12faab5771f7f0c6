import type { Answer } from '../messages/protocol.ts';
import type { QueueName } from './roles.ts';

/** One task that a worker has finished for a page, for who asks where the page's time went. Times are those of `sharedNow`. */
export interface RenderAttempt {
  readonly queue: QueueName;
  /** The worker, by the name of its slot. */
  readonly worker: string;
  /** `missing`: the worker lacked the theme or the content, and the task came again with it. */
  readonly outcome: Answer['outcome'];
  /** Whether the theme was brought to the worker with the task. */
  readonly isCold: boolean;
  /** When it came to the queue, and when a worker was given it. */
  readonly came: number;
  readonly dispatched: number;
  /** When the worker began, had rendered, and had encoded the answer. */
  readonly began: number;
  readonly rendered: number;
  readonly ready: number;
  /** When the answer was here. */
  readonly received: number;
}
