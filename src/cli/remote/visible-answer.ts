import { isRecord } from '../../text/json.ts';
import { visible, visibleLines } from '../terminal.ts';

/** Fields with texts of several lines: what differs in pages and in files. */
const LINES: ReadonlySet<string> = new Set(['difference', 'original', 'proprietaire', 'catalogue']);

/** Fields that are taken as they came, whatever they hold; or everything. */
export type Exact = readonly string[] | 'all';

/**
 * An answer whose texts can be printed: whoever answers may be hostile, and a text must not command the terminal.
 * @param exact of fields whose characters matter: contents of files, names that are compared or sent again
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
