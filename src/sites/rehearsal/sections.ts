import type { Incident } from '../../../engine/index.ts';
import type { FailedPlace } from './html.ts';
import type { FailingSection } from './report.ts';
import type { RenderedSide } from './side.ts';

/** How many failing sections of one page a report has. */
const TOLD = 50;

/** What is wrong where a section was not rendered at all. */
export const UNRENDERED: Readonly<Record<Exclude<FailedPlace['kind'], 'en erreur'>, string>> = {
  inconnue: 'Cette section n’existe pas dans le thème.',
  'trop imbriquée': 'Cette section est imbriquée trop profondément.',
};

/** The sections of a page that fail with the draft and not with the published theme. */
export function failingSections(
  before: readonly FailedPlace[],
  after: readonly FailedPlace[],
  { raison, incidents }: Pick<RenderedSide, 'raison' | 'incidents'>,
): FailingSection[] {
  const [first] = incidents;
  if (raison === 'layout_en_erreur' && first) return [{ type: 'layout', ...placeOf(first) }];
  const known = new Set(before.map(keyOf));
  const added = [...new Map(after.map((place) => [keyOf(place), place])).values()].filter(
    (place) => !known.has(keyOf(place)),
  );
  return added.slice(0, TOLD).map(({ kind, type }) => {
    const chemin = `sections/${type}.liquid`;
    if (kind !== 'en erreur') return { type, chemin, message: UNRENDERED[kind] };
    // The error of a section may be in a snippet that the section renders.
    const incident =
      incidents.find((one) => one.chemin === chemin) ?? incidents.find((one) => !one.chemin.startsWith('sections/'));
    return { type, ...(incident ? placeOf(incident) : { chemin, message: 'Cette section est en erreur.' }) };
  });
}

const keyOf = ({ kind, type }: FailedPlace): string => `${kind} ${type}`;

const placeOf = ({ chemin, ligne, message }: Incident) => ({ chemin, ...(ligne !== undefined && { ligne }), message });
