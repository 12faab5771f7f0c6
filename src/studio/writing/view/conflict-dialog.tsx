import type { MergeConflict } from '../../../merge/conflict.ts';
import { useObservable } from '../../parts/use-observable.ts';
import { ClashDialog } from '../../unsaved/clash-dialog.tsx';
import { plainWords } from '../plain-words.ts';
import type { WritingProps } from '../props.ts';
import type { WritingSession } from '../session.ts';
import { compareTexts } from '../store/compare-texts.ts';
import type { TextField } from '../store/fields.ts';

/** What fields are called. */
export const FIELD_WORDS: Readonly<Record<TextField, string>> = {
  titre: 'Titre',
  slug: 'Adresse',
  contenu: 'Texte',
  image: 'Image',
  extrait: 'Extrait',
  blog_id: 'Blog',
  gabarit: 'Modèle de page',
  seo_titre: 'Intitulé du résultat',
  seo_description: 'Description du résultat',
};

/** A place of a field that was changed here and elsewhere. */
interface Clash extends MergeConflict {
  readonly field: TextField;
}

const comparedIn = (session: WritingSession, field: TextField) => {
  const sides = session.work.sidesOf(field);
  return sides && compareTexts(field, { base: sides.base ?? '', mine: sides.mine ?? '', theirs: sides.theirs ?? '' });
};

const clashesIn = (session: WritingSession): readonly Clash[] =>
  (session.work.conflicts as readonly TextField[]).flatMap((field) =>
    (comparedIn(session, field)?.conflicts ?? []).map((one) => ({ field, ...one })),
  );

/** A choice holds for the two texts that the person has seen. */
const keyOf = ({ field, mine, theirs }: Pick<Clash, 'field' | 'mine' | 'theirs'>): string =>
  JSON.stringify([field, mine, theirs]);

interface ConflictDialogProps {
  readonly session: WritingSession;
  readonly data: WritingProps;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Asks which text counts where both sides have changed the same; everything else is merged already. */
export function ConflictDialog({ session, data, onSettled, onClose }: ConflictDialogProps) {
  useObservable(session.work);
  const shown = ({ field }: Clash, value: string | null) => {
    if (value === null || value === '') return '(rien)';
    if (field === 'contenu') return plainWords(value) || '(sans mots)';
    return field === 'blog_id' ? (data.blogs.find(({ id }) => id === value)?.titre ?? 'Un autre blog') : value;
  };
  return (
    <ClashDialog
      title="Écrit deux fois"
      isWide
      about="Quelqu’un d’autre, ou vous dans un autre onglet, a changé le même passage entre-temps. Choisissez ce qui reste ; tout le reste est déjà réuni."
      clashes={clashesIn(session).map((clash) => ({
        key: keyOf(clash),
        place: FIELD_WORDS[clash.field],
        sides: {
          mine: { label: 'Ce que vous avez écrit ici', value: shown(clash, clash.mine) },
          theirs: { label: 'Ce qui est enregistré', value: shown(clash, clash.theirs) },
        },
      }))}
      onSettled={(sideOf) => {
        for (const field of session.work.conflicts as readonly TextField[]) {
          const compared = comparedIn(session, field);
          if (compared) {
            session.work.resolve(
              field,
              compared.textWith((one) => sideOf(keyOf({ field, ...one }))),
            );
          }
        }
        onSettled();
      }}
      onClose={onClose}
    />
  );
}
