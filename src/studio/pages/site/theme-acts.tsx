import { useState } from 'preact/hooks';
import type { Made } from '../../../contract/themes.ts';
import { isolated } from '../../../text/names.ts';
import { NAME_LENGTH } from '../../../themes/limits.ts';
import { Api } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { GOING_BACK, RENAMING } from '../../api/refusals.ts';
import { announce, refresh, shown } from '../../live/live.tsx';
import { type Acts, Opener } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { Field } from '../../parts/field.tsx';
import { StrongName } from '../../parts/name.tsx';
import { BesideButton, Question } from '../../parts/question.tsx';
import { whyNoName } from '../names.ts';
import { unlessThemeGone } from '../publication-question.tsx';
import type { SiteProps, SiteTheme } from './props.ts';
import { type OtherLine, openWorkingDraft } from './working-draft.ts';

/** A theme of the page. */
export interface ThemeProps {
  readonly theme: SiteTheme;
  readonly page: SiteProps;
}

interface ActsProps extends ThemeProps {
  /** Where refusals are shown. */
  readonly acts: Acts;
}

interface QuestionProps extends ThemeProps {
  readonly onClose: () => void;
}

const THEMES = '/api/themes';

/** Shows that a theme is published. */
export const publishedAs = (name: string): Promise<void> => shown(`« ${isolated(name)} » est publié.`);

/** Acts that are seldom asked for. */
export function MoreActs({ theme, page, acts }: ActsProps) {
  const { id, name } = theme;
  const { site, published, previous, readOnly } = page;
  const isUsable = readOnly === null;
  const saying = (work: () => Promise<string>) => () => unlessThemeGone(name, async () => announce(await work()));
  return (
    <p class="acts more">
      <ActButton act={`dupliquer ${id}`} acts={acts} isUsable={isUsable} work={saying(() => duplicated(page, theme))}>
        Dupliquer
      </ActButton>
      <AskButton
        act={`renommer ${id}`}
        isUsable={isUsable}
        question={(close) => <RenameQuestion theme={theme} page={page} onClose={close} />}
      >
        Renommer
      </AskButton>
      <ActButton act={`exporter ${id}`} acts={acts} work={saying(() => saved(site.id, id))}>
        Exporter
      </ActButton>
      {theme !== published ? (
        <AskButton
          act={`supprimer ${id}`}
          kind="danger"
          // An inactive site allows it.
          isUsable={!readOnly?.isReader}
          question={(close) => <RemoveQuestion theme={theme} page={page} onClose={close} />}
        >
          Supprimer
        </AskButton>
      ) : (
        previous !== null && (
          <AskButton
            act="revenir"
            isUsable={isUsable}
            question={(close) => <GoBackQuestion theme={theme} page={page} previous={previous} onClose={close} />}
          >
            Revenir à la publication précédente
          </AskButton>
        )
      )}
    </p>
  );
}

const RenameQuestion = ({ theme: { id, name }, page: { site }, onClose }: QuestionProps) => (
  <Question
    title="Renommer le thème"
    agree="Renommer"
    onClose={onClose}
    work={(form) =>
      unlessThemeGone(name, async () => {
        const nom = String(form.get('nom')).trim();
        const refusal =
          nom === '' ? 'Donnez un nom au thème : des blancs n’en sont pas un.' : whyNoName(nom, NAME_LENGTH);
        if (refusal !== null) throw new Error(refusal);
        await new Api(site.id).send(THEMES, { act: RENAMING, method: 'PATCH', body: { id, nom } });
        await shown(`Le thème s’appelle « ${isolated(nom)} ».`);
      })
    }
  >
    <Field name="nom" label="Nom du thème" defaultValue={name} required autocomplete="off" />
  </Question>
);

const RemoveQuestion = ({ theme: { id, name }, page: { site }, onClose }: QuestionProps) => (
  <Question
    title="Supprimer ce brouillon ?"
    agree="Supprimer"
    kind="danger"
    onClose={onClose}
    work={() =>
      unlessThemeGone(name, async () => {
        await new Api(site.id).send(THEMES, { method: 'DELETE', query: { id } });
        await shown(`« ${isolated(name)} » est supprimé.`);
      })
    }
  >
    <p>
      <StrongName of={name} /> sera supprimé avec tous ses fichiers et toutes ses versions. Il n’y a pas de corbeille :
      gardez-en d’abord l’archive, qui s’importe à nouveau.
    </p>
    <p>
      <BesideButton kind="primary" work={() => saved(site.id, id)}>
        Télécharger l’archive
      </BesideButton>
    </p>
  </Question>
);

const GoBackQuestion = ({ theme, page, previous, onClose }: QuestionProps & { readonly previous: string }) => (
  <Question
    title="Revenir à la publication précédente ?"
    agree="Revenir"
    onClose={onClose}
    work={async () => {
      const body = { action: 'revenir' };
      const { themeId } = await new Api(page.site.id).send<Made>(THEMES, { act: GOING_BACK, method: 'POST', body });
      // Somebody else may have published another one since the page was made.
      const back = [theme, ...page.drafts].find(({ id }) => id === themeId);
      await shown(
        back ? `« ${isolated(back.name)} » est publié de nouveau.` : 'La publication précédente est de retour.',
      );
    }}
  >
    <p>
      Les visiteurs de <StrongName of={page.site.name} /> verront de nouveau <StrongName of={previous} /> dès leur
      prochaine page, avec les fichiers qu’il avait quand il était publié.
    </p>
    <p>
      <StrongName of={theme.name} />, publié en ce moment, redevient un brouillon et reste ici. Ce qui a changé depuis
      reste dans les versions de chaque thème.
    </p>
  </Question>
);

/** Opens the working draft of the site; asks first where that one is of another line of descent. */
export function WorkingDraftButton({ theme, page, acts }: ActsProps) {
  const [other, setOther] = useState<(OtherLine & { readonly id: string }) | null>(null);
  const act = 'brouillon';
  const open = (id: string) => location.assign(`${page.site.path}/themes/${id}`);
  const work = async () => {
    const { id, other: found } = await openWorkingDraft(new Api(page.site.id));
    if (found === null) open(id);
    else setOther({ ...found, id });
  };
  return (
    <>
      <ActButton act={act} acts={acts} isUsable={page.readOnly === null} work={work}>
        Brouillon de travail
      </ActButton>
      {other && (
        <Opener.Provider value={act}>
          <Question
            title="Ouvrir ce brouillon de travail ?"
            agree="Ouvrir ce brouillon"
            onClose={() => setOther(null)}
            work={async () => open(other.id)}
          >
            <p>
              Le brouillon de travail de ce site est <StrongName of={other.draft} />, fait {other.source}. Il ne descend
              pas de <StrongName of={other.published} />, que voient les visiteurs.
            </p>
            <p>
              Pour que <StrongName of={other.published} /> ait un brouillon de travail, publiez ou supprimez d’abord
              celui-ci ; ou travaillez dans une copie.
            </p>
            <p>
              <BesideButton work={() => duplicated(page, theme)}>Dupliquer le thème publié</BesideButton>
            </p>
          </Question>
        </Opener.Provider>
      )}
    </>
  );
}

/** Copies a theme, and shows the copy. @returns the sentence that says so */
async function duplicated({ site }: SiteProps, { id, name }: SiteTheme): Promise<string> {
  await new Api(site.id).send(THEMES, { method: 'POST', body: { action: 'dupliquer', id } });
  await refresh();
  return `« ${isolated(name)} » est copié parmi les brouillons.`;
}

/** Saves the archive of a theme. @returns the sentence that says so */
const saved = async (siteId: string, themeId: string): Promise<string> =>
  `Archive enregistrée : ${await download(new Api(siteId), `/api/themes/${themeId}/export`)}.`;
