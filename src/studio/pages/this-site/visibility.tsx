import { Api } from '../../api/client.ts';
import { TAKING_OFF } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { Field } from '../../parts/field.tsx';
import { Question } from '../../parts/question.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import type { SiteEnds } from './props.ts';

const OFF = '/api/site/hors-ligne';

/** Takes the site off, and brings it back. */
export function Visibility({ site, isOwner, isOff, isOffByOthers, goesAt }: SiteEnds) {
  const acts = useActs();
  if (!isOwner) return <p>Un propriétaire du site peut le fermer à ses visiteurs, et le rouvrir.</p>;
  if (!isOff && goesAt !== null) return <p>Un site supprimé est hors ligne, jusqu’à ce qu’un propriétaire le garde.</p>;
  if (!isOff) {
    return (
      <>
        <p>
          Un site hors ligne montre à ses visiteurs une page qui le dit, et ses formulaires ne reçoivent rien. Ses
          membres continuent à y travailler.
        </p>
        <p class="acts">
          <AskButton act="hors-ligne" question={(close) => <OffQuestion siteId={site.id} onClose={close} />}>
            Mettre hors ligne
          </AskButton>
        </p>
      </>
    );
  }
  const bringBack = async () => {
    await new Api(site.id).send(OFF, { method: 'DELETE' });
    await shown(isOffByOthers ? 'Le site reste hors ligne pour une autre raison.' : 'Le site est de nouveau en ligne.');
  };
  return (
    <>
      <p>
        Un propriétaire a mis ce site hors ligne.
        {isOffByOthers &&
          ' La personne qui gère cette installation l’a fait aussi : il restera hors ligne tant qu’elle le veut.'}
      </p>
      <Refusal {...acts} />
      <p class="acts">
        <ActButton act="en-ligne" kind="primary" acts={acts} work={bringBack}>
          Remettre en ligne
        </ActButton>
      </p>
    </>
  );
}

const OffQuestion = ({ siteId, onClose }: { readonly siteId: string; readonly onClose: () => void }) => (
  <Question
    title="Mettre ce site hors ligne ?"
    agree="Mettre hors ligne"
    onClose={onClose}
    work={async (form) => {
      const words = String(form.get('motif')).trim();
      await new Api(siteId).send(OFF, { act: TAKING_OFF, method: 'PUT', body: words === '' ? {} : { motif: words } });
      await shown('Le site est hors ligne.');
    }}
  >
    <p>Le site se ferme tout de suite, jusqu’à ce que vous le remettiez en ligne.</p>
    <Field
      name="motif"
      label="Pourquoi"
      isOptional
      maxLength={300}
      autocomplete="off"
      help="Les membres du site le lisent, pas ses visiteurs."
    />
  </Question>
);
