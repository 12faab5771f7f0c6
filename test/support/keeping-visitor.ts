import type { Answer } from './http.ts';
import type { TestProgram } from './program.ts';
import { askUntil } from './until.ts';

/** A visitor whose browser keeps every page, and shows it again where it is told that the page still holds. */
export interface KeepingVisitor {
  visit(path: string): Promise<Answer>;
  /** How often a page was told to hold. */
  confirmed(): number;
}

export function keepingVisitor(at: TestProgram, host: string): KeepingVisitor {
  const kept = new Map<string, { readonly tag: string; readonly answer: Answer }>();
  let confirmed = 0;
  return {
    confirmed: () => confirmed,
    async visit(path) {
      const own = kept.get(path);
      const visiting = () => at.ask({ host, path, headers: own ? { 'if-none-match': own.tag } : {} });
      // A machine that is busy puts visitors off.
      const answer = await askUntil(`${path} is answered`, visiting, ({ status }) => status !== 503);
      if (answer.status === 304 && own) {
        confirmed++;
        return own.answer;
      }
      const tag = answer.headers.etag;
      if (tag === undefined) kept.delete(path);
      else kept.set(path, { tag, answer });
      return answer;
    },
  };
}
