import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { CataloguePage } from '../../../../src/public-pages/catalogue/page.tsx';
import { FormPage } from '../../../../src/public-pages/form/page.tsx';
import { LoginPage } from '../../../../src/public-pages/login/page.tsx';
import { SecondStepPage } from '../../../../src/public-pages/second/page.tsx';
import { WelcomePage } from '../../../../src/public-pages/welcome/page.tsx';
import { Api, ApiRefusal } from '../../../../src/studio/api/client.ts';
import { Document, jsonInHtml } from '../../../../src/studio/frame/document.tsx';
import { Frame } from '../../../../src/studio/frame/frame.tsx';
import type { SiteFacts } from '../../../../src/studio/frame/props.ts';
import { FileWindow } from '../../../../src/studio/library/file-window.tsx';
import { Library } from '../../../../src/studio/library/library.ts';
import type { LibraryFile } from '../../../../src/studio/library/props.ts';
import { UploadList } from '../../../../src/studio/library/upload-list.tsx';
import { UsageList } from '../../../../src/studio/library/usage-list.tsx';
import { AccountPage } from '../../../../src/studio/pages/account/page.tsx';
import { ContentsPage } from '../../../../src/studio/pages/contents/page.tsx';
import type { BlogRow, TextRow } from '../../../../src/studio/pages/contents/props.ts';
import { DomainsPage } from '../../../../src/studio/pages/domains/page.tsx';
import { HomePage } from '../../../../src/studio/pages/home/page.tsx';
import { MediasPage } from '../../../../src/studio/pages/medias/page.tsx';
import { MembersPage } from '../../../../src/studio/pages/members/page.tsx';
import { NewSitePage } from '../../../../src/studio/pages/new-site/page.tsx';
import { ProposalCard } from '../../../../src/studio/pages/new-site/proposal-card.tsx';
import { Findings } from '../../../../src/studio/pages/rehearsal/findings.tsx';
import { RehearsalPage } from '../../../../src/studio/pages/rehearsal/page.tsx';
import { Stills } from '../../../../src/studio/pages/rehearsal/stills.ts';
import { RequestsPage } from '../../../../src/studio/pages/requests/page.tsx';
import { SecurityPage } from '../../../../src/studio/pages/security/page.tsx';
import { SettingsPage } from '../../../../src/studio/pages/settings/page.tsx';
import { TABS } from '../../../../src/studio/pages/settings/tabs.ts';
import { SitePage } from '../../../../src/studio/pages/site/page.tsx';
import type { SiteTheme } from '../../../../src/studio/pages/site/props.ts';
import { Deletion } from '../../../../src/studio/pages/this-site/deletion.tsx';
import { ThisSitePage } from '../../../../src/studio/pages/this-site/page.tsx';
import { Visibility } from '../../../../src/studio/pages/this-site/visibility.tsx';
import { Field, Option } from '../../../../src/studio/parts/field.tsx';
import { EmptyState, Facts, List } from '../../../../src/studio/parts/list.tsx';
import { Name } from '../../../../src/studio/parts/name.tsx';
import { Notice } from '../../../../src/studio/parts/notice.tsx';
import { OfflineNotice } from '../../../../src/studio/parts/offline-notice.tsx';
import { Refusal } from '../../../../src/studio/parts/refusal.tsx';
import { SafeLink } from '../../../../src/studio/parts/safe-link.tsx';
import { SiteAddresses } from '../../../../src/studio/parts/site-addresses.tsx';
import { ThemePicture } from '../../../../src/studio/parts/theme-picture.tsx';

/** What strangers and members may write anywhere. */
const HOSTILE = [
  '"><img src=x onerror=alert(1)>',
  "'><script>alert(1)</script>",
  '</script><script>alert(1)</script>',
  '</style></title></textarea><svg onload=alert(1)>',
  '<!--',
  ']]>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&#60;script&#62;',
  '\u2028\u2029\u0000\u202e<b>',
  '{{constructor.constructor("alert(1)")()}}',
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
];

const siteNamed = (text: string): SiteFacts => ({
  ...{ id: '1', name: text, path: '/studio/un', addresses: [text], state: text, role: text, inactivity: text },
});

const themeNamed = (text: string): SiteTheme => ({
  ...{ id: '1', name: text, version: text, files: 1, changedAt: '2026-11-24T18:45:00Z', origin: text, picture: null },
  takes: text,
  difference: { changed: [text], added: [text], removed: [text] },
  isUpgradable: true,
});

const LIBRARY_SITE = { id: '1', path: '/studio/un', address: 'http://un.exemple.fr' };

const fileNamed = (text: string): LibraryFile => ({
  ...{ id: '1', src: `/medias/1/${text}`, nom: text, type: text, octets: 1, largeur: 4, hauteur: 3, alt: text },
  ...{ focal: { x: 0.5, y: 0.5 }, couleur: text, contenu: text, cree_le: '2026-11-24T18:45:00Z' },
});

const textNamed = (text: string): TextRow => ({
  ...{ id: '1', title: text, address: `/${text}`, isHome: false, blog: text, state: [text], isLive: true, date: text },
  ...{ isPublished: true, isPublishable: true, changedAt: '2026-11-24T18:45:00Z' },
});

const blogNamed = (text: string, id: string): BlogRow => ({
  ...{ id, slug: text, titre: text, description: text, maj_le: '2026-11-24T18:45:00Z', articles: 1 },
});

/** Each part with a text of somebody wherever it takes one. */
const PARTS: Readonly<Record<string, (text: string) => VNode>> = {
  Name: (text) => <Name of={text} />,
  Notice: (text) => <Notice>{text}</Notice>,
  OfflineNotice: (text) => (
    <OfflineNotice
      since="2026-11-24T18:45:00Z"
      reasons={[{ kind: 'loi', words: text, isOwners: true }]}
      goesAt="2026-11-24T18:45:00Z"
      ownPage="/studio/un/ce-site"
    />
  ),
  Field: (text) => <Field name="nom" label={text} help={text} refusal={text} value={text} placeholder={text} />,
  Option: (text) => (
    <Option type="radio" name="choix" value={text}>
      {text}
    </Option>
  ),
  List: (text) => (
    <List items={[text]} keyOf={(one) => one} label={text}>
      {(one) => one}
    </List>
  ),
  Facts: (text) => <Facts facts={[[text, text]]} />,
  EmptyState: (text) => <EmptyState title={text} />,
  SafeLink: (text) => (
    <SafeLink href={text} title={text}>
      {text}
    </SafeLink>
  ),
  SiteAddresses: (text) => <SiteAddresses addresses={[text]} />,
  ThemePicture: (text) => <ThemePicture picture={{ address: text, width: 1, height: 1 }} name={text} />,
  'ThemePicture, none': (text) => <ThemePicture picture={null} name={text} />,
  Refusal: (text) => (
    <Refusal
      failure={{
        error: new ApiRefusal(401, {
          error: 'x',
          message: text,
          refus: [{ chemin: text, error: 'nom', message: text }],
        }),
        act: text,
      }}
    />
  ),
  HomePage: (text) => (
    <HomePage
      account={{ email: text, isConfirmed: false, isMailed: true }}
      sites={[
        {
          ...siteNamed(text),
          ...{ offline: null, picture: null, requests: 1, published: { id: '2', name: text } },
        },
      ]}
    />
  ),
  NewSitePage: (text) => (
    <NewSitePage
      account={{ email: text, isConfirmed: false, isMailed: true }}
      limit={1}
      domain={text}
      trades={[]}
      themes={[]}
    />
  ),
  ProposalCard: (text) => (
    <ProposalCard
      {...{ origin: text, edition: text, variant: text, audience: text, name: text }}
      picture={{ address: text, width: 1, height: 1 }}
      acts={{ failure: null, run: async () => undefined, isBusy: () => false }}
      shown={null}
      isFree
      choose={async () => undefined}
    />
  ),
  SitePage: (text) => (
    <SitePage
      site={siteNamed(text)}
      isNew
      {...{ readOnly: { reason: text, isReader: true }, previous: text, explainer: '/x.js' }}
      published={themeNamed(text)}
      drafts={[{ ...themeNamed(text), id: '2' }]}
      catalog={[{ id: 'vela', name: text, audience: text, picture: null, editions: [] }]}
    />
  ),
  MediasPage: (text) => (
    <MediasPage
      site={{ id: '1', name: text, path: '/studio/un', address: 'http://un.exemple.fr' }}
      readOnly={{ reason: text, isReader: true }}
      query={{ q: text, filter: null }}
      list={{ medias: [fileNamed(text)], suite: text }}
      newest={text}
    />
  ),
  UploadList: (text) => {
    const queue = new Library(new Api('1'), LIBRARY_SITE, { medias: [], suite: null }).uploads;
    queue.add([new File(['x'], text, { type: 'text/html' })]);
    return <UploadList queue={queue} />;
  },
  FileWindow: (text) => (
    <FileWindow
      library={new Library(new Api('1'), LIBRARY_SITE, { medias: [], suite: null })}
      file={fileNamed(text)}
      isReadOnly={false}
      onClose={() => {}}
      onGone={() => {}}
    />
  ),
  UsageList: (text) => <UsageList usages={[{ genre: 'page', id: '1', nom: text }]} path="/studio/un" />,
  RequestsPage: (text) => (
    <RequestsPage
      site={{ id: '1', name: text, path: '/studio/un' }}
      readOnly={null}
      isRefused={false}
      query={{ classement: 'archivee', q: text, nonLues: false }}
      counts={{ recue: { all: 0, unread: 0 }, archivee: { all: 1, unread: 1 }, indesirable: { all: 0, unread: 0 } }}
      requests={[
        {
          ...{ id: '1', at: '2026-11-24T18:45:00Z', when: text, page: text, fields: [[text, text]] },
          ...{ isRead: false, sender: text, excerpt: text, reply: text },
        },
      ]}
      next={text}
      isFirst={false}
    />
  ),
  ContentsPage: (text) => (
    <>
      {(['pages', 'articles', 'blogs', 'supprimes'] as const).map((genre) => (
        <ContentsPage
          key={genre}
          site={{ id: '1', name: text, path: '/studio/un', address: 'http://un.exemple.fr' }}
          readOnly={null}
          customise="/studio/un/themes/1/personnaliser"
          query={{ genre, q: text, tri: 'titre', etat: null, blog: text }}
          isFirst={false}
          next={text}
          texts={[textNamed(text)]}
          blogs={[blogNamed(text, '1'), blogNamed(text, '2')]}
          deleted={[
            { id: '1', genre: 'blog', titre: text, auteur: text, supprime_le: '2026-11-24T18:45:00Z', goes: text },
          ]}
        />
      ))}
    </>
  ),
  MembersPage: (text) => (
    <MembersPage
      site={{ id: '1', name: text, path: '/studio/un' }}
      account={{ id: '1', email: text, isConfirmed: false, isMailed: true }}
      isOwner
      inactivity={{ reason: text, isReader: false }}
      members={[{ compte: '1', email: text, role: 'proprietaire' }]}
      invitations={[
        {
          ...{ id: '1', email: text, role: 'editeur', de: text },
          ...{ cree_le: '2026-11-24T18:45:00Z', expire_le: '2026-12-08T18:45:00Z' },
        },
      ]}
      handOver={{ from: '1', to: '1', askedAt: '2026-11-24T18:45:00Z' }}
      now={0}
    />
  ),
  RehearsalPage: (text) => (
    <RehearsalPage
      site={{ id: '1', name: text, path: '/studio/un' }}
      readOnly={{ reason: text, isReader: false }}
      draft={{ id: '1', name: text, takes: text }}
      published={{ id: '2', name: text }}
      painter="/stills.js"
    />
  ),
  Findings: (text) => (
    <Findings
      page={{
        ...{ adresse: text, etat: 'changee', raison: null, avant: null, apres: null, difference: text },
        sections: [{ type: text, chemin: text, message: text }],
        casses: [{ adresse: text, genre: 'lien' }],
        fichiers: [text],
      }}
      themes={{ publie: { id: '2', nom: text }, brouillon: { id: '1', nom: text } }}
      stills={new Stills(new Api('1'), '/stills.js', '/studio/un')}
    />
  ),
  CataloguePage: (text) => (
    <CataloguePage
      {...{ lead: text, count: text }}
      filter={[{ label: text, address: '/catalogue', isCurrent: true }]}
      themes={['1', '2', '3'].map((id) => ({
        ...{ id, place: `theme-${id}`, name: text, version: text, audience: text, traits: [text], demo: text },
        trades: [{ label: text, address: '/catalogue?metier=sport' }],
        picture: { address: text, width: 1, height: 1 },
        meant: { place: 'un', name: text, audience: text },
        editions: [{ place: 'deux', name: text, audience: text }],
      }))}
    />
  ),
  WelcomePage: (text) => {
    const picture = { address: text, width: 1, height: 1 };
    const themes = [{ id: '1', name: text, picture }];
    return <WelcomePage lead={text} store={text} signUp={text} first={[picture]} themes={themes} />;
  },
  LoginPage: (text) => (
    <LoginPage
      {...{ email: text, next: text, alert: text, notice: text, hasPasskeys: true }}
      links={[]}
      action="/connexion"
      marks={{}}
    />
  ),
  SecondStepPage: (text) => (
    <SecondStepPage
      {...{ next: text, alert: text, hasPasskey: true, hasApplication: true, hasRecovery: true }}
      action="/connexion/second"
    />
  ),
  AccountPage: (text) => (
    <AccountPage
      {...{ email: text, isConfirmed: false, isMailed: true, next: text }}
      ownSites={[{ id: '1', name: text }]}
      goesAt={null}
    />
  ),
  SecurityPage: (text) => {
    const at = '2026-11-24T18:45:00Z';
    const session = { navigateur: text, lieu: text, ouverte_le: at, expire_le: at, second_facteur_le: null };
    return (
      <SecurityPage
        {...{
          email: text,
          generateur: { confirme_le: at },
          codes_restants: 3,
          exige: true,
          preuve: 'facteur',
          proposable: true,
        }}
        passkeys={[{ id: text, nom: text, cree_le: at, derniere_utilisation: null }]}
        sessions={[
          { ...session, id: text, ici: true },
          { ...session, id: '2', ici: false },
        ]}
      />
    );
  },
  SiteEnds: (text) => {
    const ends = { site: { id: '1', name: text }, isOwner: true, isOffByOthers: true };
    return (
      <>
        <Visibility {...ends} isOff goesAt={null} />
        <Deletion {...ends} isOff={false} goesAt="2026-11-24T18:45:00Z" />
      </>
    );
  },
  SettingsPage: (text) => {
    const site = { id: '1', name: text, path: '/studio/un', address: 'https://un.example' };
    const hours = [{ de: text, a: text }, text];
    const values = {
      ...{ activite: text, description: text, fuseau: text, image: text, telephone: text, email: text, facebook: text },
      ...{ adresse_postale: { rue: text }, horaires: { lundi: hours, mardi: text, [text]: text } },
      exceptions: [{ du: text, au: text, libelle: text, plages: hours }, text],
    };
    const data = {
      ...{ account: '1', site, values, description: text, library: '/studio/scripts/library.js' },
      awaited: text.trim().toLowerCase(),
    };
    const readOnly = { reason: text, isReader: true };
    return (
      <>
        {TABS.map(({ tab }) => (
          <SettingsPage key={tab} {...{ ...data, tab, readOnly: tab === 'acces' ? null : readOnly }} />
        ))}
      </>
    );
  },
  ThisSitePage: (text) => {
    const site = { id: '1', slug: text, name: text, path: '/studio/un' };
    const ends = { site, isOwner: false, isOff: false, isOffByOthers: false, goesAt: null };
    const names = { site, domain: text, former: [text], refusal: null };
    return (
      <>
        <ThisSitePage names={names} ends={ends} />
        <ThisSitePage names={{ ...names, former: [], refusal: text }} ends={ends} />
      </>
    );
  },
  DomainsPage: (text) => {
    const name = { host: text, name: text, zone: text, before: text };
    const claim = { ...name, record: { name: text, short: text, value: text }, expiresAt: '2026-11-24T18:45:00Z' };
    const domain = {
      ...name,
      name: `${text}.`,
      isMain: true,
      provenAt: null,
      certificateAt: null,
      lost: { record: { name: text, short: text, value: text }, freeAt: '2026-01-01T00:00:00Z' },
    };
    return (
      <DomainsPage
        site={{ id: '1', name: text, path: '/studio/un' }}
        own={text}
        domains={[domain]}
        claims={[claim]}
        isHttps
        isOwner
        readOnly={{ reason: text, isReader: false }}
      />
    );
  },
  FormPage: (text) => (
    <FormPage
      title={text}
      alert={text}
      sentences={[text]}
      form={{
        action: '/inscription',
        hidden: { jeton: text },
        fields: [{ name: 'email', label: text, type: 'email', autocomplete: 'username', value: text, help: text }],
        agree: text,
      }}
      links={[{ text, href: '/connexion' }]}
    />
  ),
  Frame: (text) => (
    <Frame
      sites={[{ name: text, path: '/studio/un' }]}
      site={{
        ...{ name: text, path: '/studio/un', offline: null },
        navigation: { place: 'themes', published: text, unread: 1, address: text },
      }}
      place={null}
    />
  ),
};

type Node = DefaultTreeAdapterMap['childNode'];

/** The names of elements and attributes, in their order, and the addresses that they lead to. */
function shapeOf(html: string): { shape: string[]; addresses: string[] } {
  const addresses: string[] = [];
  const namesOf = (node: Node): string[] => {
    if (!('tagName' in node)) return node.nodeName === '#comment' ? ['#comment'] : [];
    for (const { name, value } of node.attrs) if (['href', 'src', 'action'].includes(name)) addresses.push(value);
    // An address that is refused gives no attribute.
    const names = node.attrs.map(({ name }) => name).filter((name) => name !== 'href' && name !== 'src');
    return [node.tagName, ...names, ...node.childNodes.flatMap(namesOf)];
  };
  return { shape: parseFragment(html).childNodes.flatMap(namesOf), addresses };
}

describe('texts of strangers', () => {
  it.each(Object.keys(PARTS))('stand in %s for what they say, and lead nowhere that runs a script', (name) => {
    const part = PARTS[name] ?? (() => <i />);
    const calm = shapeOf(render(part('Un texte')));
    for (const text of HOSTILE) {
      const { shape, addresses } = shapeOf(render(part(text)));
      expect([text, shape]).toEqual([text, calm.shape]);
      for (const address of addresses) expect(address).toMatch(/^(?:\/|https?:)|^(?![^/]*:)/);
    }
  });

  it('stand in the state of a page as JSON that nothing ends, and in its title', () => {
    for (const text of HOSTILE) {
      const json = jsonInHtml({ text });
      expect(JSON.parse(json)).toEqual({ text });
      expect(json).not.toMatch(/[<\u2028\u2029]/);
      const html = render(
        <Document title={text} nonce="n" style="" script="/s.js" account="a" state={{ text }} marks={{}} frame={null}>
          <p>{text}</p>
        </Document>,
      );
      expect(html.match(/<script/g)).toHaveLength(2);
      expect(html.match(/<\/(?:title|style|script)>/g)).toEqual(['</title>', '</style>', '</script>', '</script>']);
      // Where a script reads it (`live.tsx`).
      expect(JSON.parse(html.split(' id="donnees">')[1]?.split('<')[0] ?? '')).toEqual({ text });
    }
  });
});
