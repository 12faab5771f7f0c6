import { candidatesAt, type Redirect, targetPlace } from './redirect-match.ts';

/**
 * The places of rows of a file in the order in which a table takes them in time that grows with their number: a row comes after those that start where
 * the row leads, so that nothing has to be led on again. Rows from one address keep their order; of rows that lead round, the last one comes last.
 */
export function targetsFirst(rows: readonly Redirect[]): number[] {
  const placesFrom = Map.groupBy(rows.keys(), (place) => rows[place]?.de ?? '');
  const order: number[] = [];
  const begun = new Set<string>();
  const open: { readonly de: string; readonly targets: string[] }[] = [];
  const begin = (de: string) => {
    const places = placesFrom.get(de);
    if (!places || begun.has(de)) return;
    begun.add(de);
    open.push({ de, targets: places.flatMap((place) => startsAt(rows[place]?.vers ?? null)) });
  };
  for (const { de } of rows.toReversed()) {
    begin(de);
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const target = last.targets.pop();
      if (target !== undefined) begin(target);
      else order.push(...(placesFrom.get(open.pop()?.de ?? '') ?? []));
    }
  }
  return order;
}

/** Addresses of the rows that may answer where a target leads. */
function startsAt(target: string | null): string[] {
  const asked = target === null ? null : targetPlace(target);
  return asked ? candidatesAt(asked.place).map(({ de }) => de) : [];
}
