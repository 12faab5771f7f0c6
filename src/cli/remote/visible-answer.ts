import { isRecord } from '../../text/json.ts';
import { visible, visibleLines } from '../terminal.ts';

/** Fields with texts of several lines: the differences of pages and files. */
const LINES: ReadonlySet<string> = new Set(['difference', 'original', 'proprietaire', 'catalogue']);

/** Names of fields whose texts stay unchanged; or all fields. */
export type Exact = readonly string[] | 'all';

/**
 * Makes the texts of an answer safe to print: the server may be hostile, and no text may control the terminal.
 * @param exact fields whose exact characters matter: contents of files, names that are compared or sent again
 */
export function visibleAnswer<Answer>(answer: Answer, exact: Exact = []): Answer {
  if (exact === 'all') return answer;
  const shown = (value: unknown, name: string): unknown => {
    if (exact.includes(name)) return value;
    if (typeof value === 'string') return LINES.has(name) ? visibleLines(value) : visible(value);
    if (Array.isArray(value)) return value.map((item) => shown(item, name));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, part]) => [inner, shown(part, inner)]));
  };
  return shown(answer, '') as Answer;
}
