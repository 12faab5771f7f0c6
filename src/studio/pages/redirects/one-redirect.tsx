import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { CHANGING_REDIRECT } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Question } from '../../parts/question.tsx';
import { SafeLink } from '../../parts/safe-link.tsx';
import { Time } from '../../parts/time.tsx';
import type { RedirectEntry, RedirectsProps } from './props.ts';
import { TargetFields, targetOf } from './redirect-fields.tsx';
import { putRedirect, REDIRECTS, redirectWords } from './redirect-requests.ts';

/** Who has made a redirect, before its time. */
const MADE_BY: Readonly<Record<RedirectEntry['moyen'], string>> = {
  adresse: 'Adresse changée le',
  main: 'Ajoutée le',
  import: 'Importée le',
};

interface OneRedirectProps {
  readonly redirect: RedirectEntry;
  readonly page: RedirectsProps;
}

/** One row of the list. */
export function OneRedirect({ redirect, page }: OneRedirectProps) {
  const { de, vers, dessous: isWide, moyen, cree_le: made } = redirect;
  const { site, readOnly } = page;
  const heading = `de-${de}`;
  return (
    <article class="redirect" aria-labelledby={heading}>
      <h3 id={heading}>
        <bdi>{de}</bdi>
      </h3>
      <p class="leads">
        {vers === null ? (
          'Page supprimée (410)'
        ) : (
          <>
            <span aria-hidden="true">→ </span>
            <span class="unseen">mène à </span>
            <SafeLink href={vers.startsWith('/') ? site.address + vers : vers}>
              <bdi>{vers}</bdi>
            </SafeLink>
            {isWide && ', avec tout ce qui est dessous'}
          </>
        )}
      </p>
      <p class="soft">
        {MADE_BY[moyen]} <Time at={made} />
      </p>
      {readOnly === null && (
        <p class="acts">
          <Change redirect={redirect} page={page} /> <Remove redirect={redirect} page={page} />
        </p>
      )}
    </article>
  );
}

const Change = ({ redirect: { de, vers, dessous }, page: { site } }: OneRedirectProps) => (
  <AskButton
    act={`changer ${de}`}
    aria-describedby={`de-${de}`}
    question={(close) => (
      <Question
        title="Changer la redirection"
        agree="Enregistrer"
        onClose={close}
        work={async (form) => {
          const stored = await putRedirect(new Api(site.id), { de, vers: targetOf(form), dessous }, CHANGING_REDIRECT);
          await shown(redirectWords(stored));
        }}
      >
        <p>
          Ancienne adresse : <bdi>{de}</bdi>
        </p>
        <TargetFields site={site} id="changement" target={vers} />
      </Question>
    )}
  >
    Changer
  </AskButton>
);

const Remove = ({ redirect: { de }, page: { site } }: OneRedirectProps) => (
  <AskButton
    act={`retirer ${de}`}
    kind="danger"
    aria-describedby={`de-${de}`}
    question={(close) => (
      <Question
        title="Retirer cette redirection ?"
        agree="Retirer"
        kind="danger"
        onClose={close}
        work={() =>
          unlessGone(`La redirection de ${isolated(de)} était déjà retirée.`, async () => {
            await new Api(site.id).send(REDIRECTS, { act: CHANGING_REDIRECT, method: 'DELETE', query: { de } });
            await shown(`${isolated(de)} n’est plus redirigée.`);
          })
        }
      >
        <p>
          Les visiteurs de <bdi>{de}</bdi> apprendront que la page est introuvable, à moins qu’une page n’y soit de
          nouveau.
        </p>
      </Question>
    )}
  >
    Retirer
  </AskButton>
);
