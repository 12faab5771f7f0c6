import { useRef } from 'preact/hooks';
import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import type { Acts } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { Name } from '../../parts/name.tsx';
import type { TextKind } from '../../writing/store/fields.ts';
import { freshId } from './copy.ts';
import { DeleteQuestion } from './delete-question.tsx';
import type { ContentsProps, TextRow } from './props.ts';
import { RedirectGone } from './redirect-gone.tsx';
import { actOn, duplicate } from './text-requests.ts';

interface TextActsProps {
  readonly text: TextRow;
  readonly page: ContentsProps;
  /** Where refusals are shown. */
  readonly acts: Acts;
  /** Id of the heading that names the text. */
  readonly heading: string;
}

/** What can be done with one text, besides opening it. */
export function TextActs({ text, page, acts, heading }: TextActsProps) {
  const { site, query } = page;
  const { id, title } = text;
  const kind = query.genre as TextKind;
  /** The id of a copy, until that is made: a press after a lost answer makes no second one. */
  const copy = useRef<string | null>(null);
  const copyText = () =>
    unlessGone(`« ${isolated(title)} » n’existe plus.`, async () => {
      copy.current ??= freshId();
      await duplicate(new Api(site.id), kind, id, copy.current);
      copy.current = null;
      await shown(`« ${isolated(title)} » est copié : la copie est un brouillon.`);
    });
  const remove = async () => {
    await actOn(new Api(site.id), site.id, kind, 'supprimer', text);
    await shown(
      <>
        « <Name of={title} /> » est supprimé : « Supprimés » le garde trente jours.{' '}
        {text.isLive && <RedirectGone site={site} address={text.address} />}
      </>,
    );
  };
  return (
    <>
      <ActButton act={`dupliquer ${id}`} acts={acts} aria-describedby={heading} work={copyText}>
        Dupliquer
      </ActButton>{' '}
      <AskButton
        act={`supprimer ${id}`}
        kind="danger"
        aria-describedby={heading}
        question={(close) => <DeleteQuestion page={page} texts={[text]} onClose={close} work={remove} />}
      >
        Supprimer
      </AskButton>
    </>
  );
}
