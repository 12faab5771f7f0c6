import { useMemo, useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { useStay } from '../../library/use-stay.ts';
import { shown } from '../../live/live.tsx';
import { type Chosen, useChosen } from '../../parts/choosing.tsx';
import { counted } from '../../parts/words.ts';
import type { TextKind } from '../../writing/store/fields.ts';
import { forEachText } from './bulk.ts';
import type { TextRow } from './props.ts';
import { actOn, type TextAct } from './text-requests.ts';

/** Something that is done to several texts now. */
export interface Run {
  readonly act: TextAct;
  readonly done: number;
  readonly total: number;
  readonly stop: () => void;
}

/** What is chosen of a list, and what is done to that. */
export interface Bulk {
  readonly chosen: Chosen<TextRow>;
  /** Null while nothing is done. */
  readonly run: Run | null;
  /** What ended the last run before its end; null for nothing. */
  readonly trouble: Error | null;
  /** Why a text was refused; undefined where it was not. */
  readonly refusalOf: (id: string) => unknown;
  readonly start: (act: TextAct) => Promise<void>;
}

const DONE: Readonly<Record<TextAct, string>> = { publier: 'publié', retirer: 'retiré', supprimer: 'supprimé' };

/** Whether an act changes anything of a text. */
export const isFor = (act: TextAct, { isPublished, isPublishable }: TextRow): boolean =>
  act === 'publier' ? isPublishable : act === 'retirer' ? isPublished : true;

/** Keeps what is chosen while the list changes around. @param texts of the page that can be chosen */
export function useBulk(siteId: string, kind: TextKind, texts: readonly TextRow[]): Bulk {
  const api = useMemo(() => new Api(siteId), [siteId]);
  const chosen = useChosen(texts);
  const [refused, setRefused] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [run, setRun] = useState<Run | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  useStay(run !== null);

  const start = async (act: TextAct) => {
    const rows = chosen.rows.filter((text) => isFor(act, text));
    const stopping = new AbortController();
    const refusals = new Map<string, unknown>();
    let done = 0;
    const told = () => setRun({ act, done, total: rows.length, stop: () => stopping.abort() });
    setTrouble(null);
    setRefused(refusals);
    told();
    const ended = await forEachText(rows, {
      work: (text) => actOn(api, siteId, kind, act, text),
      onDone: ({ id }, refusal) => {
        done++;
        if (refusal === null) chosen.choose([id], false);
        else refusals.set(id, refusal);
        told();
      },
      stopping: stopping.signal,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    setRun(null);
    setTrouble(ended);
    setRefused(new Map(refusals));
    const good = done - refusals.size;
    const e = kind === 'pages' ? 'e' : '';
    const what = counted(good, kind === 'pages' ? 'page' : 'article');
    const left = rows.length - done;
    await shown(
      [
        good > 0 ? `${what} ${DONE[act]}${e}${good > 1 ? 's' : ''}.` : 'Rien n’est changé.',
        refusals.size > 0 ? `${counted(refusals.size, 'refus', 'refus')}, dit à sa place dans la liste.` : '',
        left > 0 ? `${counted(left, 'texte reste', 'textes restent')} à faire.` : '',
      ]
        .filter((words) => words !== '')
        .join(' '),
    );
  };

  return {
    chosen,
    run,
    trouble,
    refusalOf: (id) => refused.get(id),
    start,
  };
}
