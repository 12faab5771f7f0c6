/** What stands where the entries of menus lead. */
import type { z } from 'zod';
import { TARGET_LIMITS } from '../../../content/links.ts';
import type { Targets } from '../../../contract/targets.ts';
import { isolated } from '../../../text/names.ts';
import type { Api } from '../../api/client.ts';
import { Observable } from '../../observable.ts';

type Target = z.output<typeof Targets>['cibles'][number];

/** Addresses are asked for together, this long after the first of them, milliseconds. */
const PAUSE_MS = 300;

/** The path of an address of the site, without what visitors send besides; null for an address of another kind. */
function pathOf(address: string): string | null {
  const typed = address.trim();
  return /^\/(?![/\\])/.test(typed) ? typed.replace(/[?#].*$/s, '') : null;
}

/** Knows what stands at the addresses of a site that a page shows. */
export class KnownTargets extends Observable {
  readonly #api: Api;
  readonly #known = new Map<string, Target | null>();
  readonly #wanted = new Set<string>();
  #isAsking = false;

  /** @param api of the site */
  constructor(api: Api) {
    super();
    this.#api = api;
  }

  /** What an address leads to; undefined while that is not known, null for what is not looked up. */
  at(address: string): Target | null | undefined {
    const path = pathOf(address);
    if (path === null || path.length > TARGET_LIMITS.units) return null;
    if (this.#known.has(path)) return this.#known.get(path);
    this.#want(path);
    return undefined;
  }

  /** Asks for everything again: a text may have been published, or deleted, in another window. */
  renew(): void {
    for (const path of this.#known.keys()) this.#want(path);
  }

  #want(path: string): void {
    this.#wanted.add(path);
    if (!this.#isAsking) this.#askLater();
  }

  #askLater(): void {
    this.#isAsking = true;
    setTimeout(() => void this.#ask(), PAUSE_MS);
  }

  async #ask(): Promise<void> {
    const adresses = [...this.#wanted].slice(0, TARGET_LIMITS.addresses);
    for (const path of adresses) this.#wanted.delete(path);
    try {
      const body = { adresses };
      const { cibles } = await this.#api.send<z.output<typeof Targets>>('/api/cibles', { method: 'POST', body });
      for (const one of cibles) this.#known.set(one.adresse, one);
    } catch {
      // Nothing is said of targets that could not be looked up, until they are asked for again.
      for (const path of adresses) if (!this.#known.has(path)) this.#known.set(path, null);
    } finally {
      this.#isAsking = false;
      if (this.#wanted.size > 0) this.#askLater();
      this.changed();
    }
  }
}

/** What is said of a target below its field. */
export interface TargetWords {
  readonly words: string;
  /** Whether visitors come to a page of error. */
  readonly isGone: boolean;
}

const KINDS: Readonly<Record<string, string>> = { page: 'Page', article: 'Article', blog: 'Blog' };

/** What an entry leads to, in words; null where there is nothing to say. @param target as `KnownTargets` has it */
export function targetWords(address: string, target: Target | null | undefined): TargetWords | null {
  const typed = address.trim();
  const said = (words: string, isGone = false): TargetWords => ({ words, isGone });
  if (typed === '') return said('Ne mène nulle part : sert de titre aux entrées du dessous.');
  if (target?.etat === 'absente')
    return said('Rien ne se trouve à cette adresse : les visiteurs y voient une page d’erreur.', true);
  if (target?.etat === 'redirigee') return said('Une redirection mène plus loin.');
  const kind = target && KINDS[target.genre];
  const what = kind && `${kind} « ${isolated(target.titre || typed)} »`;
  if (target?.etat === 'brouillon')
    return said(`${what || 'Ce texte'} : les visiteurs ne voient pas ce texte en ce moment.`, true);
  if (typed === '/') return said('Page d’accueil');
  if (typed === '/blog') return said('Tous les articles');
  if (what) return said(what);
  if (typed.startsWith('#')) return said('Un endroit de la page');
  if (/^mailto:/i.test(typed)) return said('Écrire un courriel');
  if (/^tel:/i.test(typed)) return said('Appeler');
  return /^https?:/i.test(typed) ? said('Une adresse du web') : null;
}
