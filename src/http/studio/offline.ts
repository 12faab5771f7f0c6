import type { MemberSite } from '../../storage/sites.ts';
import type { Offline } from '../../studio/frame/props.ts';

/** Why an operator has taken a site off; null where it answers. */
export function offlineOf({ hors_ligne }: Pick<MemberSite, 'hors_ligne'>): Offline | null {
  const reasons = Object.values(hors_ligne ?? {}).sort((a, b) => (a.le < b.le ? -1 : 1));
  const [first] = reasons;
  return first
    ? { since: first.le, reasons: reasons.map(({ genre, motif }) => ({ kind: genre, words: motif })) }
    : null;
}
