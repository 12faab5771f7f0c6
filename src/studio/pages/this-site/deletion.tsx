import { Api } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { DELETING_SITE } from '../../api/refusals.ts';
import { announce, shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { dayWords } from '../../parts/day-words.ts';
import { Field } from '../../parts/field.tsx';
import { StrongName } from '../../parts/name.tsx';
import { BesideButton, Question } from '../../parts/question.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { DELETION, keepSite } from './keep.ts';
import type { SiteEnds } from './props.ts';

const saved = async (siteId: string): Promise<string> =>
  `Archive enregistrée : ${await download(new Api(siteId), '/api/site/archive')}.`;

/** The archive of the site, its deletion, and how it is kept. */
export function Deletion({ site, isOwner, goesAt }: SiteEnds) {
  const acts = useActs();
  if (!isOwner) return <p>Un propriétaire du site peut le supprimer, ou en prendre l’archive.</p>;
  return (
    <>
      <p>
        {goesAt === null ? (
          'L’archive a tout ce qu’a le site : thèmes, textes, menus, réglages, demandes et images.'
        ) : (
          <>
            Ce site s’efface le {dayWords(goesAt)}. D’ici là, vous pouvez le garder tel qu’il est, ou en prendre
            l’archive.
          </>
        )}
      </p>
      <Refusal {...acts} />
      <p class="acts">
        {goesAt !== null && (
          <>
            <ActButton act="garder" kind="primary" acts={acts} work={() => keepSite(site)}>
              Garder ce site
            </ActButton>{' '}
          </>
        )}
        <ActButton act="archive" acts={acts} work={async () => announce(await saved(site.id))}>
          Télécharger l’archive
        </ActButton>
        {goesAt === null && (
          <>
            {' '}
            <AskButton
              act="supprimer"
              kind="danger"
              question={(close) => <DeletionQuestion site={site} onClose={close} />}
            >
              Supprimer ce site
            </AskButton>
          </>
        )}
      </p>
    </>
  );
}

interface DeletionQuestionProps extends Pick<SiteEnds, 'site'> {
  readonly onClose: () => void;
}

const DeletionQuestion = ({ site, onClose }: DeletionQuestionProps) => (
  <Question
    title="Supprimer ce site ?"
    agree="Supprimer le site"
    kind="danger"
    onClose={onClose}
    work={async (form) => {
      const body = { nom: form.get('nom') };
      const { efface_le } = await new Api(site.id).send<{ efface_le: string }>(DELETION, {
        ...{ act: DELETING_SITE, method: 'POST', body },
      });
      await shown(`Le site est supprimé ; il peut être gardé jusqu’au ${dayWords(efface_le)}.`);
    }}
  >
    <p>
      <StrongName of={site.name} /> passe hors ligne tout de suite, et s’efface dans trente jours avec ses thèmes, ses
      textes, ses demandes, ses images et ses domaines. D’ici là, un propriétaire peut le garder. Ensuite, il ne reste
      que l’archive que vous avez prise.
    </p>
    <p class="acts">
      <BesideButton work={() => saved(site.id)}>Télécharger l’archive</BesideButton>
    </p>
    <Field
      id="suppression-nom"
      name="nom"
      label="Nom du site, pour confirmer"
      required
      autocomplete="off"
      help={
        <>
          Tapez <StrongName of={site.name} />.
        </>
      }
    />
  </Question>
);
