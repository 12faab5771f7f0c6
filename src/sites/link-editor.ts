import { QueueFull } from '../../concurrency/queue-full.ts';
import { TurnsOfEach } from '../../concurrency/semaphore.ts';
import { BoundedThread } from '../workers/bounded-thread.ts';
import { articleLinks } from './article-links.ts';
import type { ViewContent } from './views.ts';

/** Contents up to this length are edited on the main thread: at worst a few milliseconds. Longer ones take up to a tenth of a second. */
const SHORT_UNITS = 8_192;
/** Long contents of one site that wait. */
const WAITING_PER_SITE = 64;

/** Edits the links of articles (docs/rules.md, Rule 13); long articles in a thread, one of a site at a time. There is one for the process. */
export class LinkEditor {
  readonly #thread = new BoundedThread<string, string>('articleLinks');
  readonly #turns = new TurnsOfEach(WAITING_PER_SITE);

  /** What a view shows, with the links of its article edited. @throws QueueFull when too many long contents wait, or one takes too long */
  async edit(siteId: string, content: ViewContent): Promise<ViewContent> {
    const { article } = content;
    if (!article) return content;
    const { contenu: task } = article;
    const contenu =
      task.length <= SHORT_UNITS
        ? articleLinks(task)
        : await this.#turns.run(siteId, () => this.#thread.tryTo(() => ({ task })));
    if (contenu === null) throw new QueueFull();
    return { ...content, article: { ...article, contenu } };
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
