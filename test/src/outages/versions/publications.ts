import type { Deed } from './deeds.ts';

/** What visitors see, and what `revenir` would publish. */
export interface Publication {
  readonly published: string | null;
  readonly previous: string | null;
}

/**
 * Whether requests, each client's in their order, can have led from one state to another: those that were acknowledged did what they
 * said, and before all that began after their end; the others did it or did not.
 */
export function canLead(from: Publication, to: Publication, deeds: readonly Deed[]): boolean {
  const relevant = deeds.filter(({ act }) => act.kind === 'publish' || act.kind === 'revert');
  const dead = new Set<string>();
  const search = (state: Publication, left: readonly Deed[]): boolean => {
    if (left.length === 0) return state.published === to.published && state.previous === to.previous;
    const key = `${state.published} ${state.previous} ${left.map(({ began }) => began)}`;
    if (dead.has(key)) return false;
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    for (const deed of left.filter(({ began }) => began < firstEnd)) {
      const others = left.filter((other) => other !== deed);
      if (outcomesOf(state, deed).some((next) => search(next, others))) return true;
    }
    dead.add(key);
    return false;
  };
  return search(from, relevant);
}

/** The states that a request can have left. */
function outcomesOf(state: Publication, { act, outcome, answer }: Deed): Publication[] {
  const { published, previous } = state;
  if (act.kind === 'revert') {
    if (outcome === 'refused') return previous === null && answer.error === 'aucun_precedent' ? [state] : [];
    const reverted = previous === null ? [] : [{ published: previous, previous: published }];
    if (outcome === 'unknown') return [...reverted, state];
    return previous === answer.themeId ? reverted : [];
  }
  if (act.kind !== 'publish' || outcome === 'refused') return [];
  const done = act.id === published ? state : { published: act.id, previous: published };
  return outcome === 'done' ? [done] : [done, state];
}
