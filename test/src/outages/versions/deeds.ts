import type { Answer } from '../../../support/http.ts';
import { MINIMAL_THEME } from '../../../support/program.ts';
import type { World } from './world.ts';

/** Content by path. */
export type Files = Readonly<Record<string, string>>;

/** What a client wants. Themes are chosen among those that are known by then, and versions by their distance from the present one. */
export type Wish =
  | { readonly kind: 'write'; readonly theme: number; readonly path: string; readonly content: string }
  | { readonly kind: 'remove'; readonly theme: number; readonly path: string }
  | { readonly kind: 'lot'; readonly theme: number; readonly write: Files; readonly remove: readonly string[] }
  | { readonly kind: 'restore'; readonly theme: number; readonly back: number }
  | { readonly kind: 'import'; readonly files: Files }
  | { readonly kind: 'duplicate'; readonly theme: number }
  | { readonly kind: 'publish'; readonly theme: number }
  | { readonly kind: 'revert' };

/** A wish as a request. */
export type Act =
  | { readonly kind: 'write'; readonly id: string; readonly path: string; readonly content: string }
  | { readonly kind: 'remove'; readonly id: string; readonly path: string }
  | { readonly kind: 'lot'; readonly id: string; readonly write: Files; readonly remove: readonly string[] }
  | { readonly kind: 'restore'; readonly id: string; readonly version: number }
  | { readonly kind: 'import'; readonly name: string; readonly files: Files }
  | { readonly kind: 'duplicate'; readonly id: string }
  | { readonly kind: 'publish'; readonly id: string }
  | { readonly kind: 'revert' };

/** A request of one client, and what became of it. */
export interface Deed {
  readonly client: number;
  readonly act: Act;
  /** Places in the order of all beginnings and ends; an unknown outcome has no end. */
  readonly began: number;
  readonly ended: number;
  /** `unknown`: there was no answer, or one that says nothing of what was done. It was done wholly, or not at all. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** Null without an answer. */
  readonly status: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers field by field
  readonly answer: any;
}

let ticks = 0;

/** Sends a request, and tells what became of it. */
export async function perform(world: World, client: number, act: Act): Promise<Deed> {
  const began = ++ticks;
  const answer = await send(world, client, act).catch(() => null);
  const outcome = !answer || answer.status >= 500 ? 'unknown' : answer.status < 400 ? 'done' : 'refused';
  const ended = outcome === 'unknown' ? Number.POSITIVE_INFINITY : ++ticks;
  const status = answer?.status ?? null;
  return { client, act, began, ended, outcome, status, answer: outcome === 'unknown' ? null : answer?.json() };
}

function send(world: World, client: number, act: Act): Promise<Answer> {
  const themes = (method: string, body: object) => world.ask(client, { method, path: '/api/themes', body });
  const put = (id: string, body: object) =>
    world.ask(client, { method: 'PUT', path: `/api/themes/${id}/fichiers`, body });
  switch (act.kind) {
    case 'write':
      return put(act.id, { chemin: act.path, contenu: act.content });
    case 'remove':
      return world.ask(client, { method: 'DELETE', path: `/api/themes/${act.id}/fichiers?chemin=${act.path}` });
    case 'lot':
      return put(act.id, { lot: { ecrire: act.write, supprimer: act.remove } });
    case 'restore':
      return put(act.id, { retablir: act.version });
    case 'import': {
      const body = { format: 'service-theme', format_version: 1, nom: act.name, fichiers: filesOf(act) };
      return world.ask(client, { method: 'POST', path: '/api/themes/importer', body });
    }
    case 'duplicate':
      return themes('POST', { action: 'dupliquer', id: act.id });
    case 'publish':
      return themes('PATCH', { id: act.id, publier: true });
    case 'revert':
      return themes('POST', { action: 'revenir' });
  }
}

/** What an import brings. */
export const filesOf = ({ files }: Extract<Act, { kind: 'import' }>): Files => ({ ...MINIMAL_THEME, ...files });
