/** Tasks and answers as a worker's connection carries them: JSON, and bytes beside the JSON. */
import { deserialize, serialize } from 'node:v8';
import { NO_BYTES } from './channel.ts';
import type { CompiledUnit, FromWorker, Task, TaskMessage } from './protocol.ts';

/** A message, and the bytes beside its JSON. */
export type Encoded<Message> = readonly [message: Message, bytes: Uint8Array];

/** The script that loads a unit into an isolate (`isolate/render.ts`). */
export const loadingSource = (unit: string): string => `vitrine.unit(${unit})`;

/** A unit as bytes, to send or keep; its source as UTF-8, because V8 would write two bytes for each character. */
export const packUnit = ({ source, ...rest }: CompiledUnit): Uint8Array =>
  serialize({ ...rest, source: Buffer.from(source) });

export function unpackUnit(packed: Uint8Array): CompiledUnit {
  const { source, ...rest } = deserialize(packed);
  return { ...rest, source: source.toString() };
}

/**
 * A task whose text is no longer than this is sent as JSON, UTF-16 code units: `serialize` is quicker with longer texts, but its garbage took 5 of
 * the 9 ms of each young collection (5,000 pages a second; test/sandbox/young-collections.service.test.ts).
 */
const SHORT_UNITS = 1_000;

/** To a worker: a task as JSON, or in the bytes beside the JSON. */
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

/** Whether a task brings no theme, content or long text. */
function isShort(task: Task): boolean {
  if (task.kind !== 'render' || task.theme.data || task.content.values) return false;
  const { page, article, blog, pictures } = task.request;
  return !article && !blog && !pictures && page.contenu.length <= SHORT_UNITS;
}

/** The page and the units of an answer go beside the JSON; the rest is short. */
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

/** @throws Error for what is no answer: a render process may have been taken over */
export function decodeAnswer(finished: FromWorker, bytes: Uint8Array): FromWorker {
  if ('failed' in finished) return finished;
  const { id, answer, times } = finished;
  const { began, rendered, ready, cpuMs } = times;
  for (const time of [began, rendered, ready, cpuMs])
    if (typeof time !== 'number') throw new TypeError('a time is missing');
  if (answer.outcome === 'page') return { id, answer: { ...answer, body: bytes }, times };
  if (answer.outcome === 'compiled') return { id, answer: { ...answer, units: deserialize(bytes) }, times };
  return finished;
}
