import { describe, expect, it } from 'vitest';
import { readHistory } from '../../../../src/cli/deploy/last-push.ts';
import type { RemoteTheme } from '../../../../src/cli/remote/answers.ts';
import { RemoteRefusal } from '../../../../src/cli/remote/refusals.ts';
import { Remote } from '../../../../src/cli/remote/remote.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const FINGERPRINT = 'a'.repeat(64);

/** A service whose themes have these versions, by what they came; pages of two. @param means by id, the oldest first */
class Histories extends Remote {
  readonly asked: string[] = [];
  readonly #means: ReadonlyMap<string, readonly string[]>;

  constructor(means: ReadonlyMap<string, readonly string[]>) {
    super({ address: 'http://localhost', key: '' }, new AbortController().signal);
    this.#means = means;
  }

  override async ask<T>(_shape: unknown, { path }: { readonly path: string }): Promise<T> {
    this.asked.push(path);
    const url = new URL(path, 'http://localhost');
    const means = this.#means.get(url.pathname.split('/')[3] ?? '');
    if (!means) throw new RemoteRefusal(404, 'introuvable', '', []);
    if (url.searchParams.has('version')) return { fichiers: [{ chemin: 'assets/a.css', empreinte: FINGERPRINT }] } as T;
    const before = Number(url.searchParams.get('avant') ?? means.length + 1);
    const all = means.map((moyen, index) => ({ numero: index + 1, moyen, chemins: [] })).reverse();
    const versions = all.filter(({ numero }) => numero < before).slice(0, 2);
    const last = versions.at(-1)?.numero ?? 1;
    return { versions, ...(last > 1 && { suite: last }) } as T;
  }
}

const copy = (n: number, of?: number, number?: number) =>
  ({ id: id(n), ...(of && { fait_de: id(of), fait_du_numero: number }) }) as RemoteTheme;

describe('what was deployed last', () => {
  it('is the newest version that a deployment marked, however many came since', async () => {
    const remote = new Histories(new Map([[id(1), ['deploiement', 'deploiement', 'lot', 'lot', 'fichier', 'retour']]]));
    const { newest, last, since } = await readHistory(remote, id(1), [copy(1)]);
    expect([newest, last?.number, since.map(({ numero }) => numero)]).toEqual([6, 2, [6, 5, 4, 3, 2]]);
    expect(last?.files).toEqual(new Map([['assets/a.css', FINGERPRINT]]));
  });

  it('of a copy is what its source had then, through copies of copies', async () => {
    const remote = new Histories(
      new Map([
        [id(1), ['import', 'deploiement', 'lot', 'deploiement']],
        [id(2), ['copie', 'lot']],
        [id(3), ['copie']],
      ]),
    );
    const themes = [copy(1), copy(2, 1, 3), copy(3, 2, 2)];
    const { newest, last } = await readHistory(remote, id(3), themes);
    expect([newest, last?.themeId, last?.number]).toEqual([1, id(1), 2]);
    // A service that does not say what a theme was copied from, and a source that is gone.
    expect((await readHistory(remote, id(3), [copy(3)])).last).toBeNull();
    expect((await readHistory(remote, id(3), [copy(3, 9, 1), copy(9)])).last).toBeNull();
    // Nobody can make such a circle; it ends all the same.
    expect((await readHistory(remote, id(3), [copy(3, 3, 1)])).last).toBeNull();
  });
});
