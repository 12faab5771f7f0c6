import { BoundedThread } from '../../workers/bounded-thread.ts';
import type { Examination, ExaminationTask, Fault } from './examination.ts';
import type { Expectation } from './expectations.ts';
import type { Scene } from './stage.ts';

/** Nothing to look at. */
const FIRST: ExaminationTask = { html: '', kind: 'section', status: 200, errors: [], expected: [] };

/** Looks at rendered HTML in a thread, one after the other. */
export class Examiner {
  readonly #thread = new BoundedThread<ExaminationTask, Examination>('themeTest', FIRST);

  /** @returns null when it took too long, or too much memory */
  examine(scene: Scene, expected: readonly Expectation[], kept: string | undefined): Promise<Examination | null> {
    return this.#thread.tryTo(() => ({ task: { ...taskOf(scene), expected, ...(kept !== undefined && { kept }) } }));
  }

  /** Searches faults that any HTML may have. @returns as `examine` */
  async search(scene: Scene): Promise<readonly Fault[] | null> {
    const task = { ...taskOf(scene), expected: [], isSearched: true } as const;
    return (await this.#thread.tryTo(() => ({ task })))?.faults ?? null;
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

const taskOf = ({ html, kind, status, incidents }: Scene) => ({
  html,
  kind,
  status,
  errors: incidents.map(({ message }) => message),
});
