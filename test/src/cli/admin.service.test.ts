import { beforeAll, describe, expect, it } from 'vitest';
import { isPasswordOf } from '../../../src/accounts/password.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { adminJson, expectRefusal, runAdmin } from '../../support/operator.ts';

let url: string;
beforeAll(async () => {
  url = await freshDatabase();
  await admin('compte', 'creer', '--email', 'lea@exemple.fr', '--mot-de-passe', 'motdepasse');
});

const admin = (...words: string[]) => runAdmin(url, words);
const json = (...words: string[]) => adminJson(url, ...words);

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('vitrine admin', () => {
  it('compte creer stores an argon2id hash and prints {id, email}', async () => {
    const words = ['compte', 'creer', '--email', 'Paul@Exemple.FR', '--mot-de-passe', 'motdepasse', '--type', 'agence'];
    expect(await json(...words)).toEqual({ id: UUID, email: 'paul@exemple.fr' });
    const { rows } = await query(url, "SELECT mot_de_passe, type FROM comptes WHERE email = 'paul@exemple.fr'");
    expect(rows[0].type).toBe('agence');
    expect(rows[0].mot_de_passe).toMatch(/^\$argon2id\$/);
    expect(await isPasswordOf(rows[0].mot_de_passe, 'motdepasse')).toBe(true);
  });

  it('compte creer and compte mot-de-passe read a password from the standard input; the latter ends the sessions', async () => {
    const from = async (input: string, ...words: string[]) => {
      const run = await runAdmin(url, [...words, '--mot-de-passe', '-'], {}, input);
      expect([run.code, run.err]).toEqual([0, '']);
      return run.out;
    };
    const hash = async () =>
      (await query(url, "SELECT mot_de_passe FROM comptes WHERE email = 'ana@exemple.fr'")).rows[0].mot_de_passe;
    await from('mot de passé \n', 'compte', 'creer', '--email', 'ana@exemple.fr');
    expect(await isPasswordOf(await hash(), 'mot de passé ')).toBe(true);
    for (const n of [1, 2]) {
      await query(
        url,
        "INSERT INTO sessions (empreinte, compte_id, expire_le) SELECT repeat($1, 64), id, now() + interval '1 day' FROM comptes WHERE email = 'ana@exemple.fr'",
        [String(n)],
      );
    }
    expect(await from('\ufeffun autre mot\r\n', 'compte', 'mot-de-passe', 'Ana@exemple.fr')).toBe(
      'Le mot de passe de ana@exemple.fr est changé. Sessions terminées : 2.\n',
    );
    expect(await isPasswordOf(await hash(), 'un autre mot')).toBe(true);
    expect((await query(url, 'SELECT FROM sessions')).rowCount).toBe(0);
    const known = await hash();
    const change = ['compte', 'mot-de-passe', 'ana@exemple.fr', '--mot-de-passe', '-'];
    for (const [input, sentence] of [
      ['court\n', 'de 8 à 200 caractères'],
      ['deux lignes\nde mots\n', 'plusieurs lignes'],
      ['', 'de 8 à 200 caractères'],
    ] as const) {
      expectRefusal(await runAdmin(url, change, {}, input), sentence);
    }
    expect(await hash()).toBe(known);
  });

  describe('of accounts that people made themselves', () => {
    const add = async (email: string, isConfirmed = false): Promise<string> =>
      (
        await query(
          url,
          "INSERT INTO comptes (email, mot_de_passe, confirme_le) VALUES ($1, '-', CASE WHEN $2 THEN now() END) RETURNING id",
          [email, isConfirmed],
        )
      ).rows[0].id;

    it('compte confirmer makes an account the owner of its address, and tells where another one is', async () => {
      const id = await add('ines@exemple.fr');
      expect(await json('compte', 'montrer', 'ines@exemple.fr')).toEqual({
        comptes: [{ id, email: 'ines@exemple.fr', type: 'client', confirme: false, efface_le: null }],
      });
      expect(await json('compte', 'confirmer', 'Ines@exemple.fr')).toEqual({ id, email: 'ines@exemple.fr' });
      expect((await admin('compte', 'montrer', id)).out).toContain('ines@exemple.fr  client  confirmé');
      const late = await add('ines@exemple.fr');
      expectRefusal(await admin('compte', 'confirmer', late), 'Un autre compte a confirmé l’adresse ines@exemple.fr.');
    });

    it('an address that several have and none owns names none of them: their ids do', async () => {
      const ids = [await add('tom@exemple.fr'), await add('tom@exemple.fr')];
      for (const act of ['confirmer', 'lien', 'mot-de-passe', 'supprimer']) {
        const password = act === 'mot-de-passe' ? ['--mot-de-passe', 'motdepasse'] : [];
        const run = await admin('compte', act, 'tom@exemple.fr', ...password);
        for (const id of ids) expectRefusal(run, id);
      }
      await json('compte', 'confirmer', String(ids[1]));
      expect((await json('compte', 'lister', '--contient', 'tom@', '--limite', '1')).suite).toBe(ids[0]);
      const rest = await json('compte', 'lister', '--contient', 'tom@', '--limite', '1', '--apres', String(ids[0]));
      expect([rest.comptes[0].id, rest.suite]).toEqual([ids[1], null]);
    });

    it('compte adresse gives an account another address, where no account owns it', async () => {
      const id = await add('eva@exemple.fr');
      const changed = { id, email: 'eva.roux@exemple.fr', avant: 'eva@exemple.fr' };
      expect(await json('compte', 'adresse', 'eva@exemple.fr', 'Eva.Roux@exemple.fr')).toEqual(changed);
      expect((await json('compte', 'montrer', id)).comptes).toMatchObject([{ email: changed.email, confirme: true }]);
      await add('prise@exemple.fr', true);
      expectRefusal(await admin('compte', 'adresse', id, 'prise@exemple.fr'), 'Un autre compte a confirmé');
      expectRefusal(await admin('compte', 'adresse', id, changed.email), 'a déjà l’adresse');
      expect((await query(url, 'SELECT FROM courriels WHERE compte_id = $1', [id])).rowCount).toBe(0);
      const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'v@exemple.fr', BASE_URL: 'https://v.exemple.fr' };
      await runAdmin(url, ['compte', 'adresse', id, 'eva@exemple.fr'], mail);
      const { rows } = await query(url, 'SELECT genre, destinataire FROM courriels WHERE compte_id = $1', [id]);
      expect(rows).toEqual([{ genre: 'adresse_changee', destinataire: changed.email }]);
    });

    it('compte lien prints a link that sets a password and confirms nothing, behind BASE_URL where it is known', async () => {
      const id = await add('zoe@exemple.fr');
      const { lien } = await json('compte', 'lien', 'zoe@exemple.fr');
      expect(lien).toMatch(/^\/mot-de-passe\?jeton=[\w-]{43}$/);
      const { rows } = await query(url, 'SELECT genre, envoye_a FROM liens WHERE compte_id = $1', [id]);
      expect(rows).toEqual([{ genre: 'mot_de_passe', envoye_a: null }]);
      const words = ['compte', 'lien', 'zoe@exemple.fr'];
      const { out } = await runAdmin(url, words, { BASE_URL: 'https://vitrine.exemple.fr' });
      expect(out).toMatch(/^https:\/\/vitrine\.exemple\.fr\/mot-de-passe\?jeton=/);
    });
  });

  it('compte second-facteur says what an account has, and takes all of it away with its sessions', async () => {
    const [{ id }] = (await query(url, "SELECT id FROM comptes WHERE email = 'lea@exemple.fr'")).rows;
    const words = ['compte', 'second-facteur', 'lea@exemple.fr'];
    expect((await admin(...words)).out).toBe('lea@exemple.fr n’a que son mot de passe.\n');
    expect((await admin(...words, '--retirer')).out).toContain('rien n’est changé');
    for (const text of [
      "INSERT INTO passkeys (id, compte_id, nom, cle_publique) VALUES (repeat('A', 22), $1, 'Téléphone', '\\x00')",
      "INSERT INTO generateurs (compte_id, secret, confirme_le) VALUES ($1, decode(repeat('00', 20), 'hex'), now())",
      "INSERT INTO codes_de_secours (compte_id, empreinte) VALUES ($1, repeat('a', 64))",
      "INSERT INTO defis (empreinte, genre, compte_id, expire_le) VALUES (repeat('b', 64), 'connexion', $1, now() + interval '1 hour')",
      "INSERT INTO sessions (empreinte, compte_id, expire_le) VALUES (repeat('c', 64), $1, now() + interval '1 day')",
    ]) {
      await query(url, text, [id]);
    }
    expect((await admin(...words)).out).toBe(
      'lea@exemple.fr : clé d’accès « Téléphone », une application qui donne des codes, codes de secours : 1.\n',
    );
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'v@exemple.fr', BASE_URL: 'https://v.exemple.fr' };
    const removed = await runAdmin(url, [...words, '--retirer'], mail);
    expect(removed.out).toBe(
      'lea@exemple.fr se connecte de nouveau avec son seul mot de passe. Sessions terminées : 1.\n',
    );
    for (const table of ['passkeys', 'generateurs', 'codes_de_secours', 'defis', 'sessions']) {
      expect((await query(url, `SELECT FROM ${table} WHERE compte_id = $1`, [id])).rowCount, table).toBe(0);
    }
    const { rows } = await query(url, "SELECT donnees->>'acte' AS acte FROM courriels WHERE compte_id = $1", [id]);
    expect(rows).toEqual([{ acte: 'tout_retire' }]);
  });

  it('compte exploitant marks an account, and unmarks it', async () => {
    const words = ['compte', 'exploitant', 'lea@exemple.fr'] as const;
    const marked = async () =>
      (await query(url, "SELECT exploitant FROM comptes WHERE email = 'lea@exemple.fr'")).rows[0].exploitant;
    const refused = await admin(...words);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('n’a pas de second facteur')]);
    expect(await marked()).toBe(false);
    await query(
      url,
      "INSERT INTO generateurs (compte_id, secret, confirme_le) SELECT id, decode(repeat('00', 20), 'hex'), now() FROM comptes WHERE email = 'lea@exemple.fr'",
    );
    expect(await json(...words)).toEqual({ email: 'lea@exemple.fr', exploitant: true, second_facteur: true });
    expect(await marked()).toBe(true);
    expect((await admin(...words, '--retirer')).out).toBe('lea@exemple.fr n’est plus exploitant de ce service.\n');
    expect(await marked()).toBe(false);
  });

  it('site creer makes a site with its owner and prints {id, slug}; site etat changes its state', async () => {
    const site = await json('site', 'creer', '--compte', 'lea@exemple.fr', '--slug', 'chez-lea', '--nom', 'Chez Léa');
    expect(site).toEqual({ id: UUID, slug: 'chez-lea' });
    const read = async () =>
      (
        await query(
          url,
          'SELECT etat, suspendu, a_activer, role FROM sites JOIN membres ON site_id = id WHERE id = $1',
          [site.id],
        )
      ).rows;
    expect(await read()).toEqual([{ etat: 'actif', suspendu: false, a_activer: false, role: 'proprietaire' }]);
    expect(await json('site', 'etat', 'chez-lea', 'expire', '--suspendu', '--a-activer')).toEqual({
      ...{ slug: 'chez-lea', etat: 'expire', suspendu: true, a_activer: true },
    });
    expect(await read()).toEqual([{ etat: 'expire', suspendu: true, a_activer: true, role: 'proprietaire' }]);
    // What is not named stays: a suspension is never lost in passing.
    const standing = { slug: 'chez-lea', etat: 'retard', suspendu: true, a_activer: true };
    expect(await json('site', 'etat', 'chez-lea', 'retard')).toEqual(standing);
    const { out } = await admin('site', 'etat', 'chez-lea', '--active');
    expect(out).toBe('Le site chez-lea est à l’état retard, suspendu, activé.\n');
    expect(await json('site', 'etat', 'chez-lea', '--non-suspendu', 'essai')).toMatchObject({ suspendu: false });
    expect(await read()).toEqual([{ etat: 'essai', suspendu: false, a_activer: false, role: 'proprietaire' }]);
  });

  it.each([
    '\u200b',
    '\u202e',
    '\u3164 \u2800',
  ])('site creer refuses the name %j, of which nothing is seen', async (nom) => {
    const words = ['site', 'creer', '--compte', 'lea@exemple.fr', '--slug', 'sans-nom', '--nom', nom];
    expectRefusal(await admin(...words), 'ne se verrait pas');
  });

  it('cle creer prints the key once and stores its fingerprint; cle revoquer ends it', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const words = [
      'cle',
      'creer',
      '--compte',
      'lea@exemple.fr',
      '--nom',
      'CI',
      '--portee',
      'lecture',
      '--expire',
      expires,
    ];
    const { id, cle, prefixe } = await json(...words);
    expect(cle).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
    expect(prefixe).toBe(cle.slice(0, 12));
    const { rows } = await query(url, 'SELECT * FROM cles WHERE id = $1', [id]);
    expect(rows[0]).toMatchObject({ nom: 'CI', portee: 'lecture', prefixe, revoquee_le: null });
    expect(JSON.stringify(rows)).not.toContain(cle);
    expect(await json('cle', 'revoquer', id)).toEqual({ id });
    expect((await query(url, 'SELECT revoquee_le FROM cles WHERE id = $1', [id])).rows[0].revoquee_le).not.toBeNull();
  });

  it('cle creer --expire keeps a date as the API does: to the microsecond, in a year of four digits', async () => {
    const create = (expires: string) => json('cle', 'creer', '--compte', 'lea@exemple.fr', '--expire', expires);
    const { id } = await create('9999-12-31T23:59:59.9999999Z');
    const { rows } = await query(url, 'SELECT expire_le::text AS kept FROM cles WHERE id = $1', [id]);
    expect(rows[0].kept).toMatch(/^9999-12-31 23:59:59\.999999/);
    const words = ['cle', 'creer', '--compte', 'lea@exemple.fr', '--expire', '9999-12-31T23:59:59-01:00'];
    expectRefusal(await admin(...words), 'date ISO à venir');
  });

  it('cle creer --portee atelier is for partners and the agency', async () => {
    const key = ['cle', 'creer', '--portee', 'atelier', '--compte'];
    expectRefusal(await admin(...key, 'lea@exemple.fr'), 'réservée aux partenaires et à l’agence');
    expect((await query(url, "SELECT FROM cles WHERE portee = 'atelier'")).rowCount).toBe(0);
    for (const type of ['partenaire', 'agence']) {
      const email = `${type}@exemple.fr`;
      await json('compte', 'creer', '--email', email, '--mot-de-passe', 'motdepasse', '--type', type);
      const { id } = await json(...key, email);
      expect((await query(url, 'SELECT portee FROM cles WHERE id = $1', [id])).rows).toEqual([{ portee: 'atelier' }]);
    }
  });

  it.each([
    [['compte', 'creer', '--email', 'lea@exemple.fr', '--mot-de-passe', 'motdepasse'], 'Un compte existe déjà'],
    [['compte', 'creer', '--email', 'lea', '--mot-de-passe', 'motdepasse'], 'n’est pas une adresse électronique'],
    [['compte', 'creer', '--email', 'a@b.fr', '--mot-de-passe', 'court'], 'de 8 à 200 caractères'],
    [['compte', 'creer', '--email', 'a@b.fr', '--mot-de-passe', 'é'.repeat(201)], 'de 8 à 200 caractères'],
    [['compte', 'creer', '--email', 'a@b.fr', '--mot-de-passe', ' '.repeat(10)], 'fait que d’espaces'],
    [['compte', 'creer', '--email', 'a@b.fr'], '--mot-de-passe - » le lit'],
    [['compte', 'mot-de-passe', 'x@y.fr', '--mot-de-passe', 'motdepasse'], 'Aucun compte'],
    [['site', 'creer', '--compte', 'x@y.fr', '--slug', 'a', '--nom', 'A'], 'Aucun compte n’a l’adresse x@y.fr'],
    [['site', 'creer', '--compte', 'lea@exemple.fr', '--slug', 'A_b', '--nom', 'A'], 'ne peut pas nommer un site'],
    [
      ['site', 'creer', '--compte', 'lea@exemple.fr', '--slug', '00000000-0000-4000-8000-000000000000', '--nom', 'A'],
      'ne peut pas nommer un site',
    ],
    [['site', 'creer', '--compte', 'lea@exemple.fr', '--slug', 'a', '--nom', ' '], '1 à 80 caractères'],
    [['site', 'creer', '--compte', 'lea@exemple.fr', '--slug', 'a', '--nom', 'A', '--etat', 'x'], '--etat'],
    [['site', 'etat', 'inconnu', 'actif'], 'Aucun site ne s’appelle inconnu'],
    [['site', 'etat', 'inconnu', 'gratuit'], '« gratuit » n’est pas un état'],
    [['site', 'etat', 'chez-lea'], 'Donnez un état'],
    [['site', 'etat', 'chez-lea', '--suspendu', '--non-suspendu'], 'pas les deux'],
    [['cle', 'creer', '--compte', 'x@y.fr'], 'Aucun compte'],
    [['cle', 'creer', '--compte', 'lea@exemple.fr', '--expire', '2020-01-01T00:00:00Z'], 'date ISO à venir'],
    [['cle', 'revoquer', '00000000-0000-4000-8000-000000000000'], 'Aucune clé'],
    [['cle', 'revoquer', 'x'], 'n’est pas un identifiant'],
    [['nimporte'], 'nimporte'],
  ])('%j is refused with a sentence and a code', async (words, sentence) => {
    expectRefusal(await admin(...words), sentence);
  });
});
