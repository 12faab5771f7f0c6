/** How tasks and answers go over a worker's connection: as JSON, and as bytes beside it. */
import { deserialize, serialize } from 'node:v8';
import { NO_BYTES } from './channel.ts';
import type { CompiledTheme, FromWorker, Handed, Task } from './protocol.ts';

/** A message, and the bytes beside it. */
export type Parcel<Message> = readonly [message: Message, bytes: Uint8Array];

/** A program as it travels, and as it is kept where it does not run: V8 would write two bytes for each character of its source. */
export const packProgram = ({ source, ...rest }: CompiledTheme): Uint8Array =>
  serialize({ ...rest, source: Buffer.from(source) });

export function unpackProgram(packed: Uint8Array): CompiledTheme {
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

export const wrapTask = ({ id, task }: Handed): Parcel<ToWorker> =>
  isShort(task) ? [{ id, task }, NO_BYTES] : [{ id }, serialize(task)];

export const unwrapTask = ({ id, task }: ToWorker, bytes: Uint8Array): Handed => ({
  id,
  task: task ?? (deserialize(bytes) as Task),
});

/** A page of a theme and a content that the worker has, and with few words of its own. */
function isShort(task: Task): boolean {
  if (task.kind !== 'render' || task.theme.program || task.content.values) return false;
  const { page, article, blog } = task.request;
  return !article && !blog && page.contenu.length <= SHORT_UNITS;
}

/** An answer is short but for its bytes, and many a thousand of them come each second. */
export function wrapAnswer(finished: FromWorker): Parcel<unknown> {
  if ('failed' in finished) return [finished, NO_BYTES];
  const { id, answer, times } = finished;
  if (answer.outcome === 'page') {
    const { body, ...rest } = answer;
    return [{ id, answer: rest, times }, body];
  }
  if (answer.outcome === 'compiled') {
    const { program, ...rest } = answer;
    return [{ id, answer: rest, times }, program];
  }
  return [finished, NO_BYTES];
}

export function unwrapAnswer(finished: FromWorker, bytes: Uint8Array): FromWorker {
  if ('failed' in finished) return finished;
  const { id, answer, times } = finished;
  if (answer.outcome === 'page') return { id, answer: { ...answer, body: bytes }, times };
  if (answer.outcome === 'compiled') return { id, answer: { ...answer, program: bytes }, times };
  return finished;
}
