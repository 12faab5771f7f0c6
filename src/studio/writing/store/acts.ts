/** What a person does with a text besides writing: each act is one request, which names the version that the person has seen. */
import { ApiRefusal } from '../../api/client.ts';
import type { SaveOutcome, UnsavedWork } from '../../unsaved/unsaved-work.ts';
import type { ContentStore } from './content-store.ts';
import { isDone, type TextAct } from './text-act.ts';

export type ActOutcome =
  | { readonly kind: 'done' }
  /** Nothing was done: the text was changed elsewhere since the person asked, and is shown as it is now. */
  | { readonly kind: 'changed' }
  /** Nothing was done: the save before the act has come to this. `nothing` says that the text is new, and nothing is written. */
  | SaveOutcome;

/** How often an act is repeated by itself where only this page's own requests were in its way. */
const REPEATS = 5;

/**
 * Saves what an act needs, and does it if the text is still as the person has seen it. What is typed meanwhile stays unsaved.
 * @throws ApiRefusal, Unreachable; the act can be repeated: one that was done, and whose answer was lost, is recognised
 */
export async function act(work: UnsavedWork, store: ContentStore, asked: TextAct): Promise<ActOutcome> {
  const seen = [work.arrivals, store.changesElsewhere];
  const isOfText = asked.kind === 'publish' || asked.kind === 'plan';
  const isChanged = () =>
    store.changesElsewhere !== seen[1] || (isOfText && (work.arrivals !== seen[0] || isBehind(work, store)));
  if (isOfText) {
    const outcome = await work.save();
    if (outcome.kind !== 'saved' && outcome.kind !== 'nothing') return outcome;
  }
  if (store.state.isNew) return { kind: 'nothing' };
  for (let repeats = 0; ; repeats++) {
    if (store.isUnanswered) {
      await store.refresh();
      if (!isChanged() && isDone(store.state, asked)) return await follow(work, store, { kind: 'done' });
    }
    if (isChanged()) return await follow(work, store, { kind: 'changed' });
    try {
      await store.send(asked);
      return await follow(work, store, { kind: 'done' });
    } catch (error) {
      const isStale = error instanceof ApiRefusal && error.code === 'modifie_entre_temps';
      if (!isStale || repeats >= REPEATS) throw error;
      await store.refresh();
    }
  }
}

/** Whether the view shows an older text than was read: a look may have been cut off half-way. */
const isBehind = (work: UnsavedWork, store: ContentStore): boolean =>
  store.entries.some(({ chemin }) =>
    work.isChanged(chemin) ? work.isOutdated(chemin) : work.textOf(chemin) !== store.known(chemin)?.text,
  );

/** Shows what has become of the text; the next look tells of a failure here, and merges what is unsaved. */
async function follow(work: UnsavedWork, store: ContentStore, outcome: ActOutcome): Promise<ActOutcome> {
  await work.look().catch(() => undefined);
  for (const { chemin } of store.entries) work.adopt(chemin);
  return outcome;
}
