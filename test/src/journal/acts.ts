/** Each act of the list, as somebody does it: over HTTP, or by an operator's command. */
import { join } from 'node:path';
import { makeLink } from '../../../src/accounts/links.ts';
import type { ActName } from '../../../src/journal/acts.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { query } from '../../support/database.ts';
import { deleteDueAccount, letAccountDayCome } from '../../support/due-accounts.ts';
import { type Answer, ask, type Question } from '../../support/http.ts';
import { FORM } from '../../support/login.ts';
import { mediasApi } from '../../support/medias.ts';
import { runAdmin } from '../../support/operator.ts';
import { png } from '../../support/png.ts';
import { createTenant, MINIMAL_THEME, type Tenant, type TestProgram } from '../../support/program.ts';
import { PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';

/** What nothing of a record may show. */
export const CODE = 'sesame-ouvre-toi-4711';

/** Somebody with a site. */
export interface Person extends Tenant, SignedIn {
  readonly email: string;
}

/** Does the act. @returns whether it was done */
export type Perform = () => Promise<boolean>;

export class People {
  readonly vitrine: TestProgram;

  readonly #dataDir: string;

  constructor(vitrine: TestProgram, dataDir: string) {
    this.vitrine = vitrine;
    this.#dataDir = dataDir;
  }

  /** An operator's command. @returns whether it was carried out */
  async operator(...words: readonly string[]): Promise<boolean> {
    const { code } = await runAdmin(this.vitrine.databaseUrl, words, { DATA_DIR: this.#dataDir });
    return code === 0;
  }

  /** Path of a file that is not there yet. */
  fresh(name: string): string {
    return join(this.#dataDir, name);
  }

  async person(): Promise<Person> {
    const tenant = await createTenant(this.vitrine.databaseUrl);
    const [row] = await this.sql('SELECT email FROM comptes WHERE id = $1', [tenant.accountId]);
    return { ...tenant, ...(await signIn(this.vitrine, tenant)), email: String(row?.email) };
  }

  async sql(text: string, values: unknown[] = []) {
    return (await query(this.vitrine.databaseUrl, text, values)).rows;
  }

  join({ siteId }: Person, { accountId }: Person, role: string) {
    return this.sql('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [siteId, accountId, role]);
  }

  /** Somebody asks by a session, on the own site or on another one. */
  asking(who: Person, method: string, path: string, body?: Question['body'] | object, siteId = who.siteId) {
    const headers = { ...who.headers, 'x-service-site-cible': siteId };
    return ask({ port: this.vitrine.port, method, path, headers, ...(body !== undefined && { body }) } as Question);
  }

  /** The same by the key of the site's owner. */
  byKey({ key, cookie }: Person, method: string, path: string, body?: object): Promise<Answer> {
    const headers = { cookie };
    return ask({ port: this.vitrine.port, method, path, key, headers, ...(body !== undefined && { body }) });
  }

  /** What has to be there before the act. @throws Error when it is refused */
  async given(who: Person, method: string, path: string, body?: object) {
    const answer = await this.asking(who, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.text.startsWith('{') ? answer.json() : null;
  }

  async theme(who: Person): Promise<string> {
    const archive = { format: 'service-theme', format_version: 1, nom: 'Essai', fichiers: MINIMAL_THEME };
    return (await this.given(who, 'POST', '/api/themes/importer', archive)).themeId;
  }

  async published(who: Person): Promise<string> {
    const id = await this.theme(who);
    await this.given(who, 'PATCH', '/api/themes', { id, publier: true });
    return id;
  }

  async page(who: Person, publiee: boolean): Promise<string> {
    const body = { slug: `p${Math.random().toString(36).slice(2)}`, titre: 'Une page', publiee, contenu: '<p>a</p>' };
    return (await this.given(who, 'POST', '/api/pages', body)).id;
  }

  async blog(who: Person): Promise<string> {
    return (await this.given(who, 'POST', '/api/blogs', { slug: 'nouvelles', titre: 'Nouvelles' })).id;
  }

  async article(who: Person, publie: boolean): Promise<string> {
    const blog_id = await this.blog(who);
    const body = { blog_id, slug: 'a', titre: 'Un article', contenu: '<p>a</p>', publie };
    return (await this.given(who, 'POST', '/api/articles', body)).id;
  }

  async invitation(who: Person): Promise<{ id: string; secret: string }> {
    const { id, lien } = await this.given(who, 'POST', '/api/invitations', {
      email: 'qui@exemple.fr',
      role: 'lecteur',
    });
    return { id, secret: String(new URLSearchParams(lien.split('?')[1]).get('jeton')) };
  }
}

type Prepare = (people: People, who: Person) => Promise<() => Promise<Answer | boolean>>;

const LATER = () => new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();

/** Asks once all is prepared. */
const asks =
  (method: string, path: string, body?: (made: string) => object, made?: (p: People, w: Person) => Promise<string>) =>
  async (people: People, who: Person) => {
    const id = (await made?.(people, who)) ?? '';
    return () => people.asking(who, method, path.replace('{id}', id), body?.(id));
  };

/** An operator's command. */
const commands =
  (words: (who: Person, other: Person) => readonly string[], prepare?: (p: People, w: Person) => Promise<unknown>) =>
  async (people: People, who: Person) => {
    await prepare?.(people, who);
    const other = await people.person();
    return () => people.operator(...words(who, other));
  };

const withMember =
  (role: string, act: (people: People, who: Person, member: Person) => Promise<Answer>): Prepare =>
  async (people, who) => {
    const member = await people.person();
    await people.join(who, member, role);
    return () => act(people, who, member);
  };

const deleted = (path: string, make: (people: People, who: Person) => Promise<string>): Prepare =>
  asks(
    'POST',
    '/api/contenus-supprimes',
    (id) => ({ id }),
    async (people, who) => {
      const id = await make(people, who);
      await people.given(who, 'DELETE', `${path}?id=${id}`);
      return id;
    },
  );

const settings = (tab: string, valeurs: object, before?: object): Prepare =>
  asks(
    'PATCH',
    `/api/parametres/${tab}`,
    () => ({ valeurs }),
    async (people, who) => {
      if (before) await people.given(who, 'PATCH', `/api/parametres/${tab}`, { valeurs: before });
      return '';
    },
  );

const DOMAIN = 'a.exemple.com';
const own = (slug: string) => `d-${slug}.exemple.com`;
const addDomain = (people: People, { slug }: Person) =>
  people.operator('site', 'domaine', slug, '--ajouter', own(slug));

/** Those that only operators at `/exploitation` do have tests of their own. */
export const ACTS_DONE: Readonly<Record<Exclude<ActName, 'regard_exploitant'>, Prepare>> = {
  theme_publie: asks(
    'PATCH',
    '/api/themes',
    (id) => ({ id, publier: true }),
    (p, w) => p.theme(w),
  ),
  theme_remis: asks(
    'POST',
    '/api/themes',
    () => ({ action: 'revenir' }),
    async (p, w) => {
      await p.published(w);
      return p.published(w);
    },
  ),
  theme_retabli: asks(
    'PUT',
    '/api/themes/{id}/fichiers',
    () => ({ retablir: 1 }),
    async (p, w) => {
      const id = await p.published(w);
      await p.given(w, 'PUT', `/api/themes/${id}/fichiers`, { chemin: 'sections/texte.liquid', contenu: 'bonsoir' });
      return id;
    },
  ),
  page_publiee: asks(
    'PATCH',
    '/api/pages',
    (id) => ({ id, publier: true }),
    (p, w) => p.page(w, false),
  ),
  page_programmee: asks(
    'PATCH',
    '/api/pages',
    (id) => ({ id, retire_le: LATER() }),
    (p, w) => p.page(w, true),
  ),
  page_retiree: asks(
    'PATCH',
    '/api/pages',
    (id) => ({ id, publiee: false }),
    (p, w) => p.page(w, true),
  ),
  page_rendue: deleted('/api/pages', (p, w) => p.page(w, true)),
  article_publie: asks(
    'PATCH',
    '/api/articles',
    (id) => ({ id, publier: true }),
    (p, w) => p.article(w, false),
  ),
  article_programme: asks(
    'PATCH',
    '/api/articles',
    (id) => ({ id, retire_le: LATER() }),
    (p, w) => p.article(w, true),
  ),
  article_retire: asks(
    'PATCH',
    '/api/articles',
    (id) => ({ id, publie: false }),
    (p, w) => p.article(w, true),
  ),
  article_rendu: deleted('/api/articles', (p, w) => p.article(w, true)),
  blog_ajoute: asks('POST', '/api/blogs', () => ({ slug: 'b', titre: 'B' })),
  blog_change: asks(
    'PATCH',
    '/api/blogs',
    (id) => ({ id, titre: 'Autre' }),
    (p, w) => p.blog(w),
  ),
  blog_rendu: deleted('/api/blogs', (p, w) => p.blog(w)),

  membre_invite: asks('POST', '/api/invitations', () => ({ email: 'x@exemple.fr', role: 'lecteur' })),
  invitation_annulee: asks('DELETE', '/api/invitations?id={id}', undefined, async (p, w) => (await p.invitation(w)).id),
  membre_arrive: async (people, who) => {
    const [guest, { secret }] = [await people.person(), await people.invitation(who)];
    return () => people.asking(guest, 'POST', '/api/invitations/acceptation', { jeton: secret });
  },
  membre_role: withMember('editeur', (p, who, { accountId: compte }) =>
    p.asking(who, 'PATCH', '/api/membres', { compte, role: 'lecteur' }),
  ),
  membre_retire: withMember('editeur', (p, who, { accountId }) =>
    p.asking(who, 'DELETE', `/api/membres?compte=${accountId}`),
  ),
  membre_parti: withMember('editeur', (p, who, member) =>
    p.asking(member, 'DELETE', `/api/membres?compte=${member.accountId}`, undefined, who.siteId),
  ),
  site_transmis: async (people, who) => {
    const member = await people.person();
    await people.join(who, member, 'editeur');
    await people.given(who, 'POST', '/api/membres/transmission', { compte: member.accountId });
    return () => people.asking(member, 'POST', '/api/membres/transmission/acceptation', undefined, who.siteId);
  },
  compte_supprime: async (people, who) => {
    const member = await people.person();
    await people.join(who, member, 'editeur');
    await people.given(member, 'DELETE', '/api/compte', { mot_de_passe: PASSWORD, sites: [member.slug] });
    await letAccountDayCome(people.vitrine.databaseUrl, member.accountId);
    return () => deleteDueAccount(people.vitrine.databaseUrl, member.accountId);
  },
  compte_retire: async (people, who) => {
    const member = await people.person();
    await people.join(who, member, 'editeur');
    let tries = 0;
    return () => {
      const words = ['compte', 'supprimer', member.email, '--avec-ses-sites', '--oui'];
      return people.operator(...words, '--archive', people.fresh(`${member.slug}-${++tries}.json`));
    };
  },

  site_cree: asks('POST', '/api/sites', () => ({ nom: 'Chez Léa', metier: 'artisan', ...THEME })),
  nom_change: asks('PATCH', '/api/site', () => ({ nom: 'Un autre nom' })),
  slug_change: async (people, who) => () => people.asking(who, 'PATCH', '/api/site', { slug: `${who.slug}-bis` }),
  domaine_ajoute: commands(({ slug }) => ['site', 'domaine', slug, '--ajouter', `${slug}.${DOMAIN}`]),
  domaine_retire: commands(({ slug }) => ['site', 'domaine', slug, '--retirer', own(slug)], addDomain),
  adresse_principale: commands(({ slug }) => ['site', 'domaine', slug, '--principal', own(slug)], addDomain),
  adresse_du_service: async (people, who) => {
    await addDomain(people, who);
    await people.operator('site', 'domaine', who.slug, '--principal', own(who.slug));
    return () => people.asking(who, 'PUT', '/api/site/adresse-principale', { hote: null });
  },

  code_pose: settings('acces', { code: CODE }),
  code_change: settings('acces', { code: `${CODE}-2` }, { code: CODE }),
  code_retire: settings('acces', { code: null }, { code: CODE }),
  site_masque: settings('seo', { masque: true }),
  site_montre: settings('seo', { masque: false }, { masque: true }),
  site_ferme: asks('PUT', '/api/site/hors-ligne', () => ({ motif: 'Travaux' })),
  site_rouvert: asks('DELETE', '/api/site/hors-ligne', undefined, async (p, w) => {
    await p.given(w, 'PUT', '/api/site/hors-ligne', { motif: 'Travaux' });
    return '';
  }),

  cle_creee: asks('POST', '/api/cles', () => ({ nom: 'Déploiement', portee: 'themes' })),
  cle_revoquee: asks('DELETE', '/api/cles?id={id}', undefined, async (p, w) => {
    return (await p.given(w, 'POST', '/api/cles', { nom: 'Déploiement', portee: 'themes' })).id;
  }),
  cles_revoquees: async (people, who) => {
    await people.sql('UPDATE comptes SET confirme_le = NULL WHERE id = $1', [who.accountId]);
    const path = await withConnection('DATABASE_URL', people.vitrine.databaseUrl, (client) =>
      makeLink(client, { genre: 'mot_de_passe', compte_id: who.accountId, envoye_a: who.email }),
    );
    const [address = '', fields = ''] = path.split('?');
    const word = encodeURIComponent(`${PASSWORD} 2`);
    const body = `${fields}&nouveau=${word}&mot_de_passe=${word}&encore=${word}`;
    const headers = { ...FORM, 'sec-fetch-site': 'same-origin', cookie: who.cookie };
    return async () =>
      (await ask({ port: people.vitrine.port, method: 'POST', path: address, headers, body })).status === 303;
  },

  theme_supprime: asks('DELETE', '/api/themes?id={id}', undefined, (p, w) => p.theme(w)),
  page_supprimee: asks('DELETE', '/api/pages?id={id}', undefined, (p, w) => p.page(w, true)),
  article_supprime: asks('DELETE', '/api/articles?id={id}', undefined, (p, w) => p.article(w, true)),
  blog_supprime: asks('DELETE', '/api/blogs?id={id}', undefined, (p, w) => p.blog(w)),
  media_supprime: asks('DELETE', '/api/medias?id={id}', undefined, async (p, w) => {
    return (await mediasApi(p.vitrine, w).add('photo.png', png(4, 4))).id;
  }),
  demandes_supprimees: asks('DELETE', '/api/demandes?id={id}', undefined, async (p, { siteId }) => {
    const text = "INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, '/', '{}', '{}') RETURNING id";
    return String((await p.sql(text, [siteId]))[0]?.id);
  }),
  site_supprime: async (people, who) => {
    const [{ nom }] = (await people.sql('SELECT nom FROM sites WHERE id = $1', [who.siteId])) as [{ nom: string }];
    return () => people.asking(who, 'POST', '/api/site/suppression', { nom });
  },
  site_garde: asks('DELETE', '/api/site/suppression', undefined, async (p, w) => {
    const [{ nom }] = (await p.sql('SELECT nom FROM sites WHERE id = $1', [w.siteId])) as [{ nom: string }];
    await p.given(w, 'POST', '/api/site/suppression', { nom });
    return '';
  }),

  export_site: asks('GET', '/api/site/archive'),
  export_theme: asks('GET', '/api/themes/{id}/export', undefined, (p, w) => p.theme(w)),
  export_demandes: asks('GET', '/api/demandes/export'),
  export_redirections: asks('GET', '/api/redirections/export'),
  export_journal: asks('GET', '/api/journal/export'),

  site_suspendu: commands(({ slug }) => ['site', 'etat', slug, '--suspendu']),
  site_repris: commands(
    ({ slug }) => ['site', 'etat', slug, '--non-suspendu'],
    (p, { siteId }) => p.sql('UPDATE sites SET suspendu = true WHERE id = $1', [siteId]),
  ),
  etat_change: commands(({ slug }) => ['site', 'etat', slug, 'retard']),
};

const THEME = { origine: 'origo', edition: 'etabli' };

/** Prepares an act of somebody new. */
export async function prepared(people: People, act: keyof typeof ACTS_DONE): Promise<{ who: Person; does: Perform }> {
  const who = await people.person();
  const does = await ACTS_DONE[act](people, who);
  return {
    who,
    does: async () => {
      const done = await does();
      return typeof done === 'boolean' ? done : done.status < 300;
    },
  };
}
