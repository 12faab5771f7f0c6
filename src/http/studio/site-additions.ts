import { escapeHtml } from '../../text/escape.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import { type Rights, usable } from './site-view.ts';
import { themePicture } from './theme-picture.ts';

/** How a site gets another theme: from the catalog, or from an archive. */
export const additionsSection = (
  storefront: Storefront,
  rights: Rights,
): string => `<section id="ajouter" aria-labelledby="titre-ajouter">
<h2 id="titre-ajouter">Ajouter un thème</h2>
<p class="soft">Un thème ajouté est un brouillon : les visiteurs ne le voient qu’une fois publié.</p>
<h3>Du catalogue</h3>
<ul class="catalog">
${storefront.themes.map((theme) => catalogItem(theme, storefront, rights)).join('\n')}
</ul>
<h3>D’une archive</h3>
<div class="drop" id="import">
<label for="archive">Archives de thèmes</label>
<input type="file" id="archive" accept=".json,application/json" multiple aria-describedby="${rights.change ? 'aide-archive' : 'raison'}"${rights.change ? '' : ' disabled'}>
<p class="soft" id="aide-archive">Choisissez ou déposez ici des fichiers .json, tels que « Exporter » les donne.</p>
<ul class="imports" aria-label="Imports" aria-live="polite"></ul>
</div>
</section>`;

function catalogItem({ id, metadata }: Storefront['themes'][number], storefront: Storefront, rights: Rights): string {
  const heading = `catalogue-${id}`;
  return `<li>${themePicture(storefront, id, metadata.nom)}
<h4 id="${heading}">${nameHtml(metadata.nom)}</h4>
<p class="soft">${escapeHtml(metadata.pour)}</p>
<p><button type="button" data-act="installer" data-origin="${id}" aria-label="Installer ${escapeHtml(isolated(metadata.nom))}"${usable(rights.change)}>Installer</button></p></li>`;
}
