import { expect } from 'vitest';
import { fingerprintOf } from '../../../../src/text/fingerprint.ts';
import { query } from '../../../support/database.ts';
import { type Deed, filesOf } from './deeds.ts';
import { canLead, type Publication } from './publications.ts';
import { differences, isSame, ThemeHistory, type Tree, treeOf, type Version } from './theme-history.ts';
import { SHOWN } from './wishes.ts';
import { CLIENTS, type World } from './world.ts';

type ToldVersion = Omit<Version, 'tree'>;

/** The themes of the site and what is published, as the requests explain them. */
export class SiteHistory {
  readonly themes: ThemeHistory[] = [];
  publication: Publication = { published: null, previous: null };
  readonly #world: World;
  /** Versions that trimming must keep. */
  readonly #kept: number;

  constructor(world: World, kept: number) {
    this.#world = world;
    this.#kept = kept;
  }

  theme(id: string): ThemeHistory {
    const theme = this.themes.find((each) => each.id === id);
    if (!theme) throw new Error(`nothing is known of the theme ${id}`);
    return theme;
  }

  /**
   * Compares the service, while nobody writes, with what the requests since the last time explain.
   * @param whole whether the trees and texts of all versions are read once more, not only those of new ones
   */
  async check(deeds: readonly Deed[], { whole = false } = {}): Promise<void> {
    const { themes: listed } = await this.#get('/api/themes');
    const added: { theme: ThemeHistory; first: Version }[] = [];
    for (const { id, nom } of listed) {
      const known = this.themes.find((theme) => theme.id === id);
      const theme = known ?? new ThemeHistory(id, nom);
      const told = await this.#keptVersions(theme);
      const versions: Version[] = [];
      for (const version of told.filter(({ numero }) => whole || !theme.versions.has(numero))) {
        versions.push({ ...version, tree: await this.#readTree(id, version) });
      }
      const newer = versions.filter(({ numero }) => !theme.versions.has(numero));
      for (const { numero, tree } of versions.filter((version) => !newer.includes(version))) {
        expect(differences(tree, theme.tree(numero)), `version ${numero} of ${nom}`).toEqual([]);
      }
      if (!known) {
        this.themes.push(theme);
        added.push({ theme, first: newer[0] as Version });
      }
      theme.extend(newer, deeds);
      await this.#checkPresent(theme);
    }
    const gone = this.themes.filter(({ id }) => !listed.some((theme: { id: string }) => theme.id === id));
    expect(gone).toEqual([]);
    this.#checkCreations(added, deeds);
    await this.#checkPublication(listed, deeds);
  }

  /** The versions that the service tells, the oldest first: without a gap, up to the present one, and none missing that had to be kept. */
  async #keptVersions(theme: ThemeHistory): Promise<ToldVersion[]> {
    const told: ToldVersion[] = [];
    for (let before = ''; ; ) {
      const { versions, suite } = await this.#get(`/api/themes/${theme.id}/fichiers?versions${before}`);
      told.push(...versions);
      if (suite === undefined) break;
      before = `&avant=${suite}`;
    }
    told.reverse();
    const { rows } = await query(this.#world.databaseUrl, 'SELECT numero, retire_numero FROM themes WHERE id = $1', [
      theme.id,
    ]);
    const { numero: last, retire_numero: retired } = rows[0];
    const first = Number(told[0]?.numero);
    expect(told.map(({ numero }) => numero)).toEqual(Array.from({ length: last - first + 1 }, (_, n) => first + n));
    expect(first).toBeLessThanOrEqual(Math.max(1, Math.min(last - this.#kept + 1, retired ?? last)));
    return told;
  }

  /** The tree of a version, with the texts of the files that it wrote read byte for byte. */
  async #readTree(id: string, { numero, chemins }: ToldVersion): Promise<Tree> {
    const address = `/api/themes/${id}/fichiers?version=${numero}`;
    const { fichiers } = await this.#get(address);
    const tree: Tree = new Map(
      fichiers.map((file: { chemin: string; empreinte: string }) => [file.chemin, file.empreinte]),
    );
    for (const path of chemins.filter((each) => tree.has(each))) {
      const { fichier } = await this.#get(`${address}&chemin=${path}`);
      expect(fingerprintOf(fichier.contenu)).toBe(tree.get(path));
    }
    return tree;
  }

  /** What it has now is its last version: as files, and as an archive. */
  async #checkPresent(theme: ThemeHistory): Promise<void> {
    const last = theme.tree(theme.last);
    const { fichiers } = await this.#get(`/api/themes/${theme.id}/fichiers`);
    const present: Tree = new Map(
      fichiers.map((file: { chemin: string; empreinte: string }) => [file.chemin, file.empreinte]),
    );
    expect(differences(present, last)).toEqual([]);
    const archive = await this.#get(`/api/themes/${theme.id}/export`);
    expect(differences(treeOf(archive.fichiers), last)).toEqual([]);
  }

  /** Each new theme was made by one request, wholly; and each that was acknowledged has made one. */
  #checkCreations(added: readonly { theme: ThemeHistory; first: Version }[], deeds: readonly Deed[]): void {
    // Those that name what they made come first.
    const creations = deeds
      .filter(({ act }) => act.kind === 'import' || act.kind === 'duplicate')
      .sort((a, b) => Number(a.outcome === 'unknown') - Number(b.outcome === 'unknown'));
    const makers = new Set<Deed>();
    for (const { theme, first } of added) {
      const maker = creations.find((deed) => !makers.has(deed) && this.#hasCreated(deed, theme, first));
      if (!maker) throw new Error(`nobody can have made the theme ${theme.name}`);
      makers.add(maker);
    }
    expect(creations.filter((deed) => deed.outcome === 'done' && !makers.has(deed))).toEqual([]);
  }

  #hasCreated(deed: Deed, { id, name }: ThemeHistory, { numero, auteur, moyen, tree }: Version): boolean {
    const { act, outcome, answer, client } = deed;
    const isTold = outcome === 'unknown' || (outcome === 'done' && answer.themeId === id);
    if (!isTold || numero !== 1 || auteur !== CLIENTS[client]) return false;
    if (act.kind === 'import') return moyen === 'import' && name === act.name && isSame(tree, treeOf(filesOf(act)));
    if (act.kind !== 'duplicate' || moyen !== 'copie') return false;
    const source = this.theme(act.id);
    return source.metBy(deed).some((number) => isSame(tree, source.tree(number)));
  }

  async #checkPublication(listed: readonly { id: string; role: string }[], deeds: readonly Deed[]): Promise<void> {
    const published = listed.find(({ role }) => role === 'publie')?.id ?? null;
    const { rows } = await query(
      this.#world.databaseUrl,
      "SELECT id FROM themes WHERE role = 'brouillon' AND retire_numero IS NOT NULL",
    );
    const next = { published, previous: rows[0]?.id ?? null };
    expect(canLead(this.publication, next, deeds), JSON.stringify([this.publication, next, deeds])).toBe(true);
    this.publication = next;
    if (published === null) return;
    const theme = this.theme(published);
    const { fichier } = await this.#get(`/api/themes/${published}/fichiers?chemin=${SHOWN}`);
    expect(fingerprintOf(fichier.contenu)).toBe(theme.tree(theme.last).get(SHOWN));
    const page = await this.#world.visit();
    expect([page.status, page.text]).toEqual([200, `<main>${fichier.contenu}</main>`]);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers field by field
  async #get(path: string): Promise<any> {
    const answer = await this.#world.ask(0, { path });
    expect([answer.status, path]).toEqual([200, path]);
    return answer.json();
  }
}
