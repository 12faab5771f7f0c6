import { isolated } from '../../../text/names.ts';
import { Trouble } from '../../library/trouble.tsx';
import { useActs } from '../../live/use-act.ts';
import { Badge, Badges } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import type { ContentsProps, TextRow } from './props.ts';
import { TextActs } from './text-acts.tsx';
import type { Bulk } from './use-bulk.ts';

interface TextProps {
  readonly text: TextRow;
  readonly page: ContentsProps;
  /** Null where nothing may be changed. */
  readonly bulk: Bulk | null;
}

/** A page or an article with what can be done with it. */
export function OneText({ text, page, bulk }: TextProps) {
  const { site, query, customise } = page;
  const { id, title, address, isHome, blog, state, isLive, changedAt, date } = text;
  const acts = useActs();
  const heading = `texte-${id}`;
  const own = `${site.path}/contenu/${query.genre}/${id}`;
  const editor = isHome ? customise : own;
  return (
    <article class="text" aria-labelledby={heading}>
      {bulk && !isHome && (
        <input
          type="checkbox"
          aria-label={`Choisir « ${isolated(title)} »`}
          checked={bulk.chosen.rows.includes(text)}
          disabled={bulk.run !== null}
          onChange={({ currentTarget }) => bulk.chosen.choose([id], currentTarget.checked)}
        />
      )}
      <div class="about">
        <h2 id={heading}>
          {editor === null ? (
            <Name of={title} />
          ) : (
            <a href={editor}>
              <Name of={title} />
            </a>
          )}
        </h2>
        <p class="soft facts-line">
          <bdi class="address">{address}</bdi>
          {blog !== null && (
            <span>
              Blog <Name of={blog} />
            </span>
          )}
          {date !== null && <span>Du {date}</span>}
          <span>
            Modifié{query.genre === 'pages' && 'e'} le <Time at={changedAt} />
          </span>
        </p>
        <Badges>
          {state.map((words, at) => (
            <Badge key={words} isLive={at === 0 && isLive}>
              {words}
            </Badge>
          ))}
        </Badges>
        {isHome && <MadeInCustomise customise={customise} what="L’accueil" />}
        <Refusal {...acts} />
        <Trouble error={bulk?.refusalOf(id) ?? null} />
      </div>
      <p class="acts">
        {isLive && (
          <ButtonLink href={site.address + address} aria-describedby={heading}>
            Voir
          </ButtonLink>
        )}{' '}
        {isHome && customise !== null && (
          <>
            <ButtonLink href={customise} aria-describedby={heading}>
              Personnaliser
            </ButtonLink>{' '}
          </>
        )}
        {isHome && (
          <ButtonLink href={`${own}#moteurs`} aria-describedby={heading}>
            Titre et description pour les moteurs
          </ButtonLink>
        )}
        {bulk && !isHome && <TextActs {...{ text, page, acts, heading }} />}
      </p>
    </article>
  );
}

/** The page of addresses that lead nowhere: a file of the theme, which is no text of the site. */
export const ErrorPageRow = ({ customise }: ContentsProps) => (
  <article class="text" aria-labelledby="texte-404">
    <div class="about">
      <h2 id="texte-404">
        {customise === null ? (
          'Page introuvable (404)'
        ) : (
          <a href={`${customise}?gabarit=404`}>Page introuvable (404)</a>
        )}
      </h2>
      <p class="soft">Ce que lit qui suit un lien vers une adresse qui n’existe pas.</p>
      <MadeInCustomise customise={customise} what="Cette page" />
    </div>
  </article>
);

const MadeInCustomise = ({ customise, what }: { readonly customise: string | null; readonly what: string }) => (
  <p class="soft">
    {what} se compose dans {'«\u00a0Personnaliser\u00a0»'}
    {customise === null ? ', une fois qu’un thème est publié.' : '.'}
  </p>
);
