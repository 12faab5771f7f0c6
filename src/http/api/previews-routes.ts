import { Diagnosis } from '../../contract/diagnostics.ts';
import { Analysis, Preview, RenderedPage, type UnsavedBody } from '../../contract/previews.ts';
import { judgeUnsaved, type Unsaved } from '../../themes/unsaved.ts';
import { askedAt } from '../site/page-address.ts';
import { type Api, actorOf } from './api.ts';
import { diagnoseTheme } from './theme-diagnostics.ts';

const PATH_REFUSALS = ['trop_de_fichiers', 'chemin_invalide', 'traversee', 'hors_dossier', 'nom', 'extension'] as const;

/** Previews of a theme with unsaved changes, for its author (docs/decisions/previews.md). They have no address of their own, and no key opens them. */
export function previewsRoutes(api: Api): void {
  const { previews } = api.context;
  const access = { kind: 'theme', scope: 'lecture', sessionOnly: true } as const;

  api.add({
    method: 'POST',
    path: '/api/themes/{themeId}/apercu',
    summary: 'Donne une page du site rendue par ce thème, modifications non enregistrées comprises.',
    access,
    body: Preview,
    answers: { 200: RenderedPage },
    refusals: PATH_REFUSALS,
    handle: async ({ caller: { accountId }, site, theme, body, request }) => {
      const began = performance.now();
      const unsaved = unsavedOf(body);
      const { nonce, adresse, texte } = body;
      const page = await previews.render({
        accountId,
        site,
        themeId: theme.id,
        unsaved,
        ...askedAt(adresse),
        text: texte ?? null,
        nonce,
        takeTurn: async () => request.takeTurn?.(),
      });
      return { ...page, ms: Math.round(10 * (performance.now() - began)) / 10 };
    },
  });

  api.add({
    method: 'POST',
    path: '/api/themes/{themeId}/diagnostics',
    summary: 'Donne ce qui s’affiche mal dans un thème, modifications non enregistrées comprises.',
    access,
    body: Analysis,
    answers: { 200: Diagnosis },
    refusals: PATH_REFUSALS,
    handle: async ({ caller, site, theme, body }) =>
      diagnoseTheme(api.context, actorOf({ caller, site }), theme, unsavedOf(body)),
  });
}

/** @throws Refusal one of `PATH_REFUSALS` */
function unsavedOf({ fichiers, supprimes }: UnsavedBody): Unsaved {
  const unsaved = { write: fichiers, remove: new Set(supprimes) };
  judgeUnsaved(unsaved);
  return unsaved;
}
