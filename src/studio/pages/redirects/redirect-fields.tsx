import { useMemo, useState } from 'preact/hooks';
import { ADDRESS_FAULTS, judgeTarget } from '../../../content/redirect-addresses.ts';
import { LinkField } from '../../links/link-field.tsx';
import { LinkPlaces } from '../../links/link-places.ts';
import { Option, Options } from '../../parts/field.tsx';
import type { RedirectsProps } from './props.ts';

/** What a person has written in the fields of a redirect. @returns the target; null where visitors are told that the page is gone */
export const targetOf = (form: FormData): string | null =>
  form.get('suite') === 'supprimee' ? null : String(form.get('vers') ?? '').trim();

interface FieldsProps {
  readonly site: RedirectsProps['site'];
  /** Ends the ids of the fields: a window and the page have the same names. */
  readonly id: string;
  /** The target to begin with; null where visitors are told that the page is gone. */
  readonly target: string | null;
}

/** What becomes of an old address: another one that is chosen or typed, or a page that says that this one is gone. */
export function TargetFields({ site, id, target }: FieldsProps) {
  const places = useMemo(() => new LinkPlaces(site), [site.id]);
  const [isGone, setGone] = useState(target === null);
  const [value, setValue] = useState(target ?? '');
  const judged = value.trim() === '' ? null : judgeTarget(value, new Set(site.hosts));
  // One who still types is not told of a fault.
  const refusal =
    judged && 'fault' in judged && /^(?:\/|https?:)./i.test(value) ? ADDRESS_FAULTS[judged.fault] : undefined;
  return (
    <>
      <Options legend="Ce que trouvent les visiteurs">
        <Option type="radio" name="suite" value="adresse" checked={!isGone} onInput={() => setGone(false)}>
          Une autre adresse
        </Option>
        <Option type="radio" name="suite" value="supprimee" checked={isGone} onInput={() => setGone(true)}>
          « Cette page est supprimée » : les moteurs de recherche l’oublient (410)
        </Option>
      </Options>
      {!isGone && (
        <LinkField
          name="vers"
          id={`vers-${id}`}
          label="Nouvelle adresse"
          value={value}
          places={places}
          refusal={refusal}
          isFolded
          onValue={setValue}
        />
      )}
    </>
  );
}
