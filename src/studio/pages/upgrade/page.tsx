import { useState } from 'preact/hooks';
import type { Upgrade, UpgradedFile } from '../../../contract/upgrade.ts';
import { isolated } from '../../../text/names.ts';
import { themePaths } from '../../../text/theme-paths.ts';
import { Api } from '../../api/client.ts';
import { Page, Section } from '../../frame/page.tsx';
import { announce } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { ActForm } from '../../parts/act-form.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { List } from '../../parts/list.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { ConflictedFile } from './conflict.tsx';
import type { UpgradeProps } from './props.ts';

/** `/studio/<site>/themes/<id>/mise-a-jour`: what the catalog has that is newer than a theme (docs/upgrades.md). */
export const UpgradePage = (props: UpgradeProps) => (
  <Page
    title={
      <>
        Mise à jour de «&nbsp;
        <Name of={props.theme.name} />
        &nbsp;»
      </>
    }
    beside={
      <>
        <p>
          <a href={props.site.path}>Thèmes du site</a>
        </p>
        <p class="soft">
          {props.theme.isPublished
            ? 'Ce thème est publié : la mise à jour va au brouillon de travail du site, que vous publiez quand vous voulez.'
            : 'La mise à jour va à ce brouillon ; elle est une version de plus, à laquelle ou avant laquelle vous pouvez revenir.'}
        </p>
      </>
    }
  >
    {props.readOnly ? <ReasonNotice why={props.readOnly} /> : <Asking {...props} />}
  </Page>
);

/** Asks for the upgrade, shows it, and writes it into the draft when the person wants that. */
function Asking({ site, theme: { id } }: UpgradeProps) {
  const acts = useActs();
  const [done, setDone] = useState<Upgrade | null>(null);
  const ask = (more: object) =>
    new Api(site.id).send<Upgrade>('/api/themes', {
      method: 'POST',
      body: { action: 'actualiser', id, ...more },
    });
  // A merge may take a while: so the page is there first.
  const found = useLoaded(() => ask({}), [id]);
  const apply = async (form: HTMLFormElement) => {
    const upgrade = await ask({ appliquer: true, resolutions: Object.fromEntries(new FormData(form)) });
    setDone(upgrade);
    announce(sentenceOf(upgrade));
  };
  if (done) {
    return (
      <section aria-labelledby="titre-fait">
        <h2 id="titre-fait" tabIndex={-1} ref={focusOn}>
          C’est fait
        </h2>
        <p>{sentenceOf(done)}</p>
        <Onward site={site} {...done.theme} />
      </section>
    );
  }
  const upToDate = ({ theme, origine }: Upgrade) => (
    <Section title="À jour" id="a-jour">
      <p>
        « <Name of={theme.nom} /> » a tout ce que le catalogue a aujourd’hui ({origine.nom} {origine.version}).
      </p>
      <Onward site={site} {...theme} />
    </Section>
  );
  const offered = (upgrade: Upgrade) => (
    <ActForm class="upgrade" acts={acts} agree="Appliquer au brouillon" work={apply}>
      <Found {...upgrade} />
    </ActForm>
  );
  return (
    <Loading of={found} words="La comparaison avec le catalogue est en cours…">
      {(upgrade) => (upgrade.a_jour ? upToDate(upgrade) : offered(upgrade))}
    </Loading>
  );
}

const focusOn = (heading: HTMLElement | null) => heading?.focus();

const sentenceOf = ({ theme, applique }: Upgrade): string =>
  applique
    ? `Le brouillon « ${isolated(theme.nom)} » est à jour, en version ${applique.numero}. Regardez-le, puis publiez-le.`
    : `« ${isolated(theme.nom)} » était déjà à jour.`;

/** Where one goes on with a theme. */
function Onward({ site, id, role }: Upgrade['theme'] & Pick<UpgradeProps, 'site'>) {
  const paths = themePaths(site.path, id);
  return (
    <p class="acts">
      <ButtonLink kind="primary" href={paths.personnaliser}>
        Personnaliser
      </ButtonLink>
      <ButtonLink href={paths.code}>Modifier le code</ButtonLink>
      <ButtonLink href={paths.versions}>Versions</ButtonLink>
      {role !== 'publie' && <ButtonLink href={paths.repetition}>Répéter la publication</ButtonLink>}
    </p>
  );
}

function Found({ origine, installee, fichiers }: Upgrade) {
  const ofState = (...states: readonly UpgradedFile['etat'][]) => fichiers.filter(({ etat }) => states.includes(etat));
  const conflicts = ofState('conflit');
  return (
    <>
      <p>
        Installé en version {installee}. Au catalogue : {origine.nom} {origine.version}.
      </p>
      {conflicts.length > 0 && (
        <Section title="À choisir" id="a-choisir">
          <p>
            Vous et le catalogue avez changé la même chose dans ces fichiers. Le reste de chacun est fusionné, quel que
            soit votre choix.
          </p>
          {conflicts.map((file) => (
            <ConflictedFile key={file.chemin} {...file} />
          ))}
        </Section>
      )}
      <Changes
        title="Ce que le catalogue a changé"
        id="du-catalogue"
        files={ofState('catalogue', 'ajoute', 'retire')}
        changeOf={({ catalogue }) => catalogue}
      />
      <Changes
        title="Changés par vous et par le catalogue, sans se gêner"
        id="fusionnes"
        files={ofState('fusionne', 'identique')}
        changeOf={() => 'fusionne'}
      />
      <Changes
        title="Ce que vous avez changé, et qui reste"
        id="de-vous"
        files={ofState('proprietaire')}
        changeOf={({ proprietaire }) => proprietaire}
      />
    </>
  );
}

const WORDS = { modifie: 'modifié', ajoute: 'ajouté', retire: 'retiré', fusionne: 'fusionné' } as const;

interface ChangesProps {
  readonly title: string;
  readonly id: string;
  readonly files: readonly UpgradedFile[];
  readonly changeOf: (file: UpgradedFile) => keyof typeof WORDS | null;
}

const Changes = ({ title, id, files, changeOf }: ChangesProps) =>
  files.length > 0 && (
    <Section title={title} id={id}>
      <List class="changes" items={files} keyOf={({ chemin }) => chemin}>
        {(file) => {
          const change = changeOf(file);
          return (
            <>
              <span>{change && WORDS[change]}</span>
              {file.chemin}
            </>
          );
        }}
      </List>
    </Section>
  );
