import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { PlacedSection } from '../model/placed-section.ts';
import { type Offer, offersFor, typesOfOthers } from '../model/structure.ts';
import type { TemplateModel } from '../model/theme-model.ts';
import { type StructureActs, sectionsOf } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';

/** With so many offers or more, a search field is shown. */
const SEARCHED_FROM = 8;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Offers the sections that a page may have. */
export function AddDialog(props: {
  readonly template: TemplateModel;
  readonly acts: StructureActs;
  /** The section that the new one comes behind; at the end when left out. */
  readonly after?: PlacedSection;
  /** @param key of the new section */
  readonly onAdded: (key: string) => void;
  readonly onClose: () => void;
}) {
  const { session, model } = useStudio();
  const { template, acts, after } = props;
  const [sought, setSought] = useState('');
  const fixed = [...model.fixed.before, ...model.fixed.after];
  const offers = offersFor(template, model.types, fixed, typesOfOthers(session.texts, model, template.name));
  const found = offers.filter(({ name, type }) => plain(`${name} ${type}`).includes(plain(sought.trim())));
  const add = (offer: Offer) => {
    props.onClose();
    props.onAdded(acts.add(sectionsOf(template), offer, `« ${offer.name} » est ajouté`, after));
  };
  return (
    <Dialog title="Ajouter une section" onClose={props.onClose}>
      {offers.length >= SEARCHED_FROM && (
        <label>
          <span class="unseen">Chercher une section</span>
          <input
            type="search"
            placeholder="Chercher…"
            value={sought}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
        </label>
      )}
      <ul class="offers">
        {found.map((offer) => (
          <li key={`${offer.type} ${offer.name}`}>
            <button type="button" onClick={() => add(offer)}>
              {offer.name}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="soft">Aucune section de ce nom.</p>}
      <Button onClick={props.onClose}>Annuler</Button>
    </Dialog>
  );
}
