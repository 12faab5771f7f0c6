import { expect } from 'vitest';
import { fingerprintOf } from '../../../../src/text/fingerprint.ts';
import type { Deed, Files } from './deeds.ts';
import { CLIENTS } from './world.ts';

/** Fingerprint by path. */
export type Tree = ReadonlyMap<string, string>;

/** A version as the service tells it, with its tree. */
export interface Version {
  readonly numero: number;
  readonly auteur: string | null;
  readonly moyen: string;
  readonly chemins: readonly string[];
  readonly tree: Tree;
}

export const treeOf = (files: Files): Tree =>
  new Map(Object.entries(files).map(([path, content]) => [path, fingerprintOf(content)]));

/** Paths on which two trees differ, in the order of code points. */
export const differences = (a: Tree, b: Tree): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort();

export const isSame = (a: Tree, b: Tree): boolean => differences(a, b).length === 0;

/** All that is known of a theme: each version was explained by a request when it was new, and must never change from then on. */
export class ThemeHistory {
  readonly id: string;
  readonly name: string;
  /** By number; also those that were trimmed since. */
  readonly versions = new Map<number, Version>();
  /** The request that made a version. */
  readonly makers = new Map<number, Deed>();

  constructor(id: string, name: string) {
    this.id = id;
    this.name = name;
  }

  get last(): number {
    return Math.max(...this.versions.keys());
  }

  tree(number: number): Tree {
    const version = this.versions.get(number);
    if (!version) throw new Error(`nothing is known of version ${number} of ${this.name}`);
    return version.tree;
  }

  /**
   * Takes new versions in, which follow the last one: each was made by one request of its author, in the order of the author's requests,
   * and each request that was acknowledged has made what it said.
   * @param deeds all requests since the last time, of each client in their order
   */
  extend(versions: readonly Version[], deeds: readonly Deed[]): void {
    for (const version of versions) this.versions.set(version.numero, version);
    for (const [client, name] of CLIENTS.entries()) {
      const own = deeds.filter((deed) => deed.client === client && this.#mayConcern(deed));
      const made = versions.filter(({ auteur, numero }) => auteur === name && numero > 1);
      const makers = this.#match(own, made, 0, 0);
      if (!makers) throw new Error(`nobody can have made the versions of ${name}:\n${describe(this, made, own)}`);
      for (const [at, deed] of makers.entries()) this.makers.set(Number(made[at]?.numero), deed);
    }
    const authors: readonly (string | null)[] = CLIENTS;
    expect(versions.filter(({ auteur }) => !authors.includes(auteur))).toEqual([]);
    this.#checkOrder();
    for (const deed of deeds.filter((each) => this.#mayConcern(each))) this.#checkWithout(deed);
  }

  /** The versions that a request may have met: not those that were replaced before it began, nor those made after its end. */
  metBy({ began, ended }: Deed): number[] {
    const [first, last] = [
      Math.max(1, ...[...this.makers].filter(([, maker]) => maker.ended < began).map(([number]) => number)),
      Math.min(this.last + 1, ...[...this.makers].filter(([, maker]) => maker.began > ended).map(([number]) => number)),
    ];
    return Array.from({ length: last - first }, (_, n) => first + n);
  }

  #mayConcern({ act, outcome, answer }: Deed): boolean {
    if (act.kind === 'revert') return outcome === 'unknown' || answer.themeId === this.id;
    return 'id' in act && act.kind !== 'duplicate' && act.kind !== 'publish' && act.id === this.id;
  }

  /** @returns the maker of each version; null when there is no way */
  #match(deeds: readonly Deed[], versions: readonly Version[], deed: number, version: number): Deed[] | null {
    const [next, made] = [deeds[deed], versions[version]];
    if (!next) return made ? null : [];
    if (made && this.#canHaveMade(next, made)) {
      const rest = this.#match(deeds, versions, deed + 1, version + 1);
      if (rest) return [next, ...rest];
    }
    return mustHaveMade(next) ? null : this.#match(deeds, versions, deed + 1, version);
  }

  #canHaveMade({ act, outcome, answer }: Deed, version: Version): boolean {
    if (outcome === 'refused' || answer?.inchange) return false;
    if (answer?.numero !== undefined && answer.numero !== version.numero) return false;
    const [before, after] = [this.tree(version.numero - 1), version.tree];
    const changed = differences(before, after);
    const isBy = (means: string, tree: Tree, paths = changed) =>
      version.moyen === means && isSame(tree, after) && String(version.chemins) === String(paths);
    switch (act.kind) {
      case 'write':
        return isBy('fichier', new Map([...before, [act.path, fingerprintOf(act.content)]]), [act.path]);
      case 'remove':
        return before.has(act.path) && isBy('suppression', without(before, [act.path]));
      case 'lot':
        return changed.length > 0 && isBy('lot', afterLot(before, act));
      case 'restore':
        return changed.length > 0 && isBy('retour', this.tree(act.version));
      case 'revert':
        return changed.length > 0 && this.#earlier(version).some((number) => isBy('retour', this.tree(number)));
      default:
        return false;
    }
  }

  #earlier({ numero }: Version): number[] {
    return [...this.versions.keys()].filter((number) => number < numero);
  }

  /** What was acknowledged before another request began comes before it. */
  #checkOrder(): void {
    let began = 0;
    for (const [number, maker] of [...this.makers].sort(([a], [b]) => a - b)) {
      expect(maker.ended, `version ${number} of ${this.name} comes after one that began later`).toBeGreaterThan(began);
      began = Math.max(began, maker.began);
    }
  }

  /** A request that was acknowledged and has made no version has found nothing to do. */
  #checkWithout(deed: Deed): void {
    const { act, outcome, answer } = deed;
    if (outcome !== 'done' || [...this.makers.values()].includes(deed)) return;
    const met = this.metBy(deed).map((number) => this.tree(number));
    if (act.kind === 'remove') expect(met.some((tree) => !tree.has(act.path))).toBe(true);
    if (act.kind === 'lot') expect(met.some((tree) => isSame(tree, afterLot(tree, act)))).toBe(true);
    if (act.kind === 'restore') expect(isSame(this.tree(answer.numero), this.tree(act.version))).toBe(true);
  }
}

/** What was acknowledged, and is not known to have changed nothing. */
const mustHaveMade = ({ act, outcome, answer }: Deed): boolean =>
  outcome === 'done' && act.kind !== 'remove' && act.kind !== 'revert' && !answer.inchange;

const without = (tree: Tree, paths: readonly string[]): Tree =>
  new Map([...tree].filter(([path]) => !paths.includes(path)));

const afterLot = (tree: Tree, { write, remove }: { write: Files; remove: readonly string[] }): Tree =>
  new Map([...without(tree, remove), ...treeOf(write)]);

function describe(history: ThemeHistory, made: readonly Version[], deeds: readonly Deed[]): string {
  const changes = made.map(({ numero, moyen, chemins, tree }) => {
    const changed = differences(history.tree(numero - 1), tree).map((path) => `${path} ${tree.get(path)?.slice(0, 6)}`);
    return `  ${numero} ${moyen} [${chemins}]: ${changed}`;
  });
  const asked = deeds.map(
    ({ act, outcome, answer, began }) =>
      `  ${began} ${outcome} ${JSON.stringify(act).slice(0, 400)} ${JSON.stringify(answer)}`,
  );
  return [...changes, 'of the requests', ...asked].join('\n');
}
