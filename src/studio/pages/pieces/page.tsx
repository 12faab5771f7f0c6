import type { ComponentChildren } from 'preact';
import { ApiRefusal } from '../../api/client.ts';
import { Page, Section } from '../../frame/page.tsx';
import { SiteNav } from '../../frame/site-nav.tsx';
import { announce, refresh, shown, unlessGone } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { Badge, Badges } from '../../parts/badge.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Option, Options } from '../../parts/field.tsx';
import { EmptyState, Facts, List } from '../../parts/list.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice, ReasonNotice } from '../../parts/notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { BesideButton, Question } from '../../parts/question.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { SafeLink } from '../../parts/safe-link.tsx';
import { SiteAddresses } from '../../parts/site-addresses.tsx';
import { ThemePicture } from '../../parts/theme-picture.tsx';
import { Time } from '../../parts/time.tsx';
import type { PiecesProps } from './props.ts';

const INSTANT = '2026-11-24T18:45:00Z';
/** Names as hostile people give them: turned round, invisible, HTML, long. */
const NAMES = ['Origo', '\u202eemèht', '\u200b', '"><img src=x onerror=alert(1)>', 'Long'.repeat(40)];
const ADDRESSES = [
  'https://exemple.fr/',
  'mailto:a@exemple.fr',
  'javascript:alert(1)',
  'data:text/html,<b>',
  '//exemple.fr',
];
const REFUSED = new ApiRefusal(400, {
  error: 'lot_refuse',
  refus: [
    {
      chemin: 'sections/<b>.liquid',
      error: 'syntaxe',
      message: 'Le fichier contient une erreur de syntaxe.',
      ligne: 3,
    },
    { chemin: 'ailleurs/x.css', error: 'hors_dossier', message: 'Ce dossier n’est pas celui d’un thème.' },
  ],
});
const SIGNED_OUT = new ApiRefusal(401, { error: 'unauthorized' });
const GONE = new ApiRefusal(404, { error: 'introuvable' });

/** `/studio/pieces`: all parts in all their states, for who builds the next page. */
export const PiecesPage = ({ picture }: PiecesProps) => (
  <Page
    title="Pièces"
    beside={<p class="soft">Ce dont les pages du studio sont faites, pour qui bâtit la suivante.</p>}
  >
    <Section title="Boutons" id="boutons">
      <Buttons />
    </Section>
    <Section title="Questions et actes" id="actes">
      <ActsAndQuestions />
    </Section>
    <Section title="Avis" id="avis">
      <Notice>Un avis.</Notice>
      <Notice kind="calm">Un avis calme : rien ne va mal.</Notice>
      <Notice kind="bad">Un avis sur ce qui va mal.</Notice>
      <ReasonNotice why={{ reason: 'Pourquoi des boutons ne servent pas ici.', isReader: true }} />
      <OfflineNotice
        since={INSTANT}
        reasons={[{ kind: 'loi', words: 'Décision <b>du</b> tribunal', isOwners: false }]}
        goesAt={null}
        ownPage={null}
      />
      <OfflineNotice since={INSTANT} reasons={[]} goesAt={INSTANT} ownPage="/studio/pieces" />
      <Refusal failure={{ error: REFUSED, act: null }} again={() => {}} />
      <Refusal failure={{ error: SIGNED_OUT, act: 'supprimer' }} />
    </Section>
    <Section title="Champs" id="champs">
      <Field name="piece-nom" label="Nom" help="Ce que le champ attend." />
      <Field name="piece-fin" label="Dernier jour" type="date" isOptional />
      <Field name="piece-refus" label="Nom refusé" value="  " refusal="Donnez un nom : des blancs n’en sont pas un." />
      <Field name="piece-inutile" label="Nom qui ne change pas" value="Origo" disabled />
      <Options legend="Un seul de ces choix">
        <Option type="radio" name="piece-choix" value="a" defaultChecked>
          <strong>Le premier</strong> <span class="soft">Ce qu’il fait.</span>
        </Option>
        <Option type="radio" name="piece-choix" value="b">
          Le second
        </Option>
      </Options>
      <Option type="checkbox" name="piece-oui" defaultChecked>
        Un choix à lui seul
      </Option>
    </Section>
    <Section title="Moments" id="moments">
      <Moments />
    </Section>
    <Section title="Ce qu’on sait" id="faits">
      <Badges>
        <Badge isLive>Publié</Badge> <Badge>Brouillon</Badge>
      </Badges>
      <Facts
        facts={[
          ['Modifié', <Time key="le" at={INSTANT} />],
          ['Nom long', <Name key="nom" of={'Long'.repeat(40)} />],
        ]}
      />
      <SiteAddresses addresses={['http://exemple.localhost', 'https://www.exemple.fr']} />
    </Section>
    <Section title="Noms et adresses" id="noms">
      <List items={NAMES} keyOf={(name) => name} label="Noms">
        {(name) => (
          <>
            « <Name of={name} /> »
          </>
        )}
      </List>
      <List items={ADDRESSES} keyOf={(address) => address} label="Adresses">
        {(address) => <SafeLink href={address}>{address}</SafeLink>}
      </List>
    </Section>
    <Section title="Rien, et des images" id="vides">
      <div class="pair">
        <List items={[]} keyOf={() => ''} empty={<Nothing />}>
          {() => null}
        </List>
        <ThemePicture picture={picture} name="Origo" />
        <ThemePicture picture={null} name={'"><img src=x onerror=alert(1)>'} />
      </div>
    </Section>
    <Section title="Navigation d’un site" id="navigation">
      <SiteNav site={{ name: 'Site', path: '/studio' }} place="themes" unread={2} published="Origo" address="/" />
    </Section>
  </Page>
);

/** The clocks of Paris leap on 29 March 2026 from 2 to 3, and on 25 October from 3 back to 2. */
const Moments = () => (
  <>
    <div class="pair">
      <MomentField name="piece-vide" label="Début" zone="Europe/Paris" help="Sans date, tout de suite." />
      <MomentField name="piece-moment" label="Fin" zone="Indian/Reunion" initial={INSTANT} refusesPast />
      <MomentField name="piece-double" label="Heure double" zone="Europe/Paris" initial="2026-10-25T01:30:00Z" />
      <MomentField
        name="piece-change"
        label="Changement"
        zone="Europe/Paris"
        initial="2026-10-25T03:30:00Z"
        isRequired
      />
    </div>
    <p class="acts">
      <AskButton act="prevoir" question={(close) => <MomentQuestion onClose={close} />}>
        Prévoir
      </AskButton>
    </p>
  </>
);

const MomentQuestion = ({ onClose }: { readonly onClose: () => void }) => (
  <Question
    title="Prévoir un moment"
    agree="Prévoir"
    onClose={onClose}
    work={async (form) => shown(`Rien n’est prévu : ce n’était qu’un exemple, pour ${form.get('question-moment')}.`)}
  >
    <MomentField name="question-moment" label="Moment" zone="Europe/Paris" refusesPast isRequired />
  </Question>
);

const Nothing = () => (
  <EmptyState title="Aucune demande.">
    <p class="soft">Ce que les visiteurs envoient apparaît ici.</p>
  </EmptyState>
);

const Row = ({ children }: { readonly children: ComponentChildren }) => <p class="acts">{children}</p>;

const Buttons = () => (
  <>
    <Row>
      <Button>Simple</Button> <Button kind="primary">Premier</Button> <Button kind="danger">Dangereux</Button>{' '}
      <Button kind="quiet">Discret</Button>
    </Row>
    <Row>
      <Button isUsable={false}>Simple, inutilisable</Button>{' '}
      <Button kind="primary" isUsable={false}>
        Premier, inutilisable
      </Button>{' '}
      <Button kind="danger" isUsable={false}>
        Dangereux, inutilisable
      </Button>{' '}
      <Button isBusy>Occupé</Button>
    </Row>
    <Row>
      <ButtonLink href="/studio">Lien</ButtonLink>{' '}
      <ButtonLink href="/studio" kind="primary">
        Lien premier
      </ButtonLink>
    </Row>
  </>
);

/** What the acts here do stands for what the acts of a page do: none of them changes anything. */
function ActsAndQuestions() {
  const acts = useActs();
  const refused = async (error: unknown) => {
    throw error;
  };
  return (
    <>
      <Row>
        <ActButton act="relire" acts={acts} work={refresh}>
          Relire
        </ActButton>{' '}
        <ActButton act="dire" acts={acts} work={async () => announce('C’est dit.')}>
          Dire
        </ActButton>{' '}
        <ActButton act="refuser" acts={acts} work={() => refused(REFUSED)}>
          Être refusé
        </ActButton>{' '}
        <ActButton act="sortir" acts={acts} work={() => refused(SIGNED_OUT)}>
          Être déconnecté
        </ActButton>{' '}
        <ActButton act="perdre" acts={acts} work={() => unlessGone('Ceci n’existe plus.', () => refused(GONE))}>
          Ne rien trouver
        </ActButton>{' '}
        <AskButton act="demander" question={(close) => <Example onClose={close} />}>
          Demander
        </AskButton>{' '}
        <AskButton act="montrer" question={(close) => <Window onClose={close} />}>
          Montrer
        </AskButton>
      </Row>
      <Refusal {...acts} />
    </>
  );
}

const Window = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Une fenêtre" onClose={onClose}>
    <p>Elle ne demande rien.</p>
    <p class="acts">
      <Button onClick={onClose}>Fermer</Button>
    </p>
  </Dialog>
);

const Example = ({ onClose }: { readonly onClose: () => void }) => (
  <Question
    title={
      <>
        Supprimer <Name of={'\u202eemèht'} /> ?
      </>
    }
    agree="Supprimer"
    kind="danger"
    onClose={onClose}
    work={async (form) => {
      const name = String(form.get('question-nom'));
      // As long as an act of the API takes.
      await refresh();
      if (name === 'sortir') throw SIGNED_OUT;
      if (name !== 'Origo') throw new Error(`« ${name} » n’est pas son nom.`);
      await shown('Rien n’est supprimé : ce n’était qu’un exemple.');
    }}
  >
    <p>Il n’y a pas de corbeille.</p>
    <Field name="question-nom" label="Son nom, pour être sûr" autocomplete="off" required />
    <p>
      <BesideButton work={async () => 'Archive enregistrée : origo-1.0.0.json.'}>Télécharger l’archive</BesideButton>
    </p>
  </Question>
);
