import { MomentField } from '../../parts/moment-field.tsx';
import { Question } from '../../parts/question.tsx';
import { carryOut, type Desk } from '../saving.ts';
import { isShownLater } from '../state-words.ts';
import type { TextAct } from '../store/text-act.ts';

type What = 'publish' | 'plan' | 'end';

interface MomentQuestionProps {
  readonly desk: Desk;
  readonly what: What;
  readonly onClose: () => void;
}

const WORDS: Readonly<Record<What, { readonly title: string; readonly about: string; readonly agree: string }>> = {
  publish: {
    title: 'Publier plus tard',
    about: 'Les visiteurs voient ce texte à partir de ce moment. Jusque-là, vous pouvez encore le changer.',
    agree: 'Prévoir la publication',
  },
  plan: {
    title: 'Montrer ces changements plus tard',
    about: 'Jusqu’à ce moment, les visiteurs voient le texte comme il est publié ; ensuite, comme vous l’avez écrit.',
    agree: 'Prévoir le changement',
  },
  end: {
    title: 'Retirer le…',
    about: 'À partir de ce moment, les visiteurs ne voient plus ce texte. Il reste dans votre contenu.',
    agree: 'Prévoir la fin',
  },
};

const actOf = (what: What, at: string): TextAct =>
  what === 'publish' ? { kind: 'publish', from: at } : what === 'plan' ? { kind: 'plan', at } : { kind: 'end', at };

/** Asks when something is to happen, in the time of the site. */
export function MomentQuestion({ desk, what, onClose }: MomentQuestionProps) {
  const { state } = desk.session.store;
  const { title, about, agree } = WORDS[what];
  const before = what === 'end' ? state.endsAt : what === 'publish' && isShownLater(state) ? state.publishedFrom : null;
  return (
    <Question
      title={title}
      agree={agree}
      onClose={onClose}
      work={async (form) => {
        // What is wrong is told in the page, beside what is written.
        await carryOut(desk, actOf(what, String(form.get('moment'))));
      }}
    >
      <p>{about}</p>
      <MomentField name="moment" label="Moment" zone={desk.data.zone} initial={before} refusesPast isRequired />
    </Question>
  );
}
