/** How tasks and answers go over a worker's connection: as JSON, and as bytes beside it. */
import { deserialize, serialize } from 'node:v8';
import { NO_BYTES } from './channel.ts';
import type { CompiledUnit, FromWorker, Task, TaskMessage } from './protocol.ts';

/** A message, and the bytes beside it. */
export type Encoded<Message> = readonly [message: Message, bytes: Uint8Array];

/** The script that loads a unit into an isolate (`isolate/render.ts`). */
export const loadingSource = (unit: string): string => `vitrine.unit(${unit})`;

/** A unit as it travels, and as it is kept where it does not run: V8 would write two bytes for each character of its source. */
export const packUnit = ({ source, ...rest }: CompiledUnit): Uint8Array =>
  serialize({ ...rest, source: Buffer.from(source) });

export function unpackUnit(packed: Uint8Array): CompiledUnit {
  const { source, ...rest } = deserialize(packed);
  return { ...rest, source: source.toString() };
}

/**
 * A text of this length takes JSON, which looks at each character, as long as V8's copy of a whole task, UTF-16 code units. What V8 has
 * copied stays until a young collection has seen its serializer go: 5 of 9 ms of each (bench, 5,000 pages a second).
 */
const SHORT_UNITS = 1_000;

/** To a worker: a task as it is, or in the bytes beside it. */
export interface ToWorker {
  readonly id: number;
  readonly task?: Task;
}

export const encodeTask = ({ id, task }: TaskMessage): Encoded<ToWorker> =>
  isShort(task) ? [{ id, task }, NO_BYTES] : [{ id }, serialize(task)];

export const decodeTask = ({ id, task }: ToWorker, bytes: Uint8Array): TaskMessage => ({
  id,
  task: task ?? (deserialize(bytes) as Task),
});

/** A short task for a page of a theme and a content that the worker has. */
function isShort(task: Task): boolean {
  if (task.kind !== 'render' || task.theme.data || task.content.values) return false;
  const { page, article, blog } = task.request;
  return !article && !blog && page.contenu.length <= SHORT_UNITS;
}

/** Answers are short except for their bytes, and thousands of them come each second. */
export function encodeAnswer(finished: FromWorker): Encoded<unknown> {
  if ('failed' in finished) return [finished, NO_BYTES];
  const { id, answer, times } = finished;
  if (answer.outcome === 'page') {
    const { body, ...rest } = answer;
    return [{ id, answer: rest, times }, body];
  }
  if (answer.outcome === 'compiled') {
    const { units, ...rest } = answer;
    return [{ id, answer: rest, times }, serialize(units)];
  }
  return [finished, NO_BYTES];
}

export function decodeAnswer(finished: FromWorker, bytes: Uint8Array): FromWorker {
  if ('failed' in finished) return finished;
  const { id, answer, times } = finished;
  if (answer.outcome === 'page') return { id, answer: { ...answer, body: bytes }, times };
  if (answer.outcome === 'compiled') return { id, answer: { ...answer, units: deserialize(bytes) }, times };
  return finished;
}
