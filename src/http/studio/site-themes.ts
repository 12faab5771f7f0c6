import type { DescendedTheme } from '../../storage/descent.ts';
import type { Theme } from '../../storage/themes.ts';
import { escapeHtml } from '../../text/escape.ts';
import { nameHtml } from '../../text/names.ts';
import type { CatalogDifference } from '../../themes/comparison.ts';
import { nameOncePublished } from '../../themes/published-name.ts';
import { counted, timeElement } from './french.ts';
import { type Rights, type SitePageView, usable } from './site-view.ts';
import { themePaths } from './theme-pages.ts';
import { themePicture } from './theme-picture.ts';
import { upgradePath } from './upgrade-page.ts';

/** The themes of a site: the published one large, then the drafts. */
export function themesSection(view: SitePageView, rights: Rights): string {
  const published = view.themes.filter(({ role }) => role === 'publie');
  const drafts = view.themes.filter(({ role }) => role !== 'publie');
  const cards = (themes: readonly DescendedTheme[]) => themes.map((theme) => themeCard(theme, view, rights)).join('\n');
  return `<div id="themes" data-fresh>
<section aria-labelledby="titre-publie"><h2 id="titre-publie">Thème publié</h2>
${published.length > 0 ? cards(published) : NONE_PUBLISHED(drafts.length > 0)}</section>
${drafts.length > 0 ? `<section aria-labelledby="titre-brouillons"><h2 id="titre-brouillons">${drafts.length > 1 ? 'Brouillons' : 'Brouillon'}</h2>\n<div class="drafts">\n${cards(drafts)}\n</div></section>` : ''}
</div>`;
}

const NONE_PUBLISHED = (hasDrafts: boolean): string => `<div class="empty">
<p>Aucun thème publié : les visiteurs de ce site lisent qu’il arrive bientôt.</p>
<p class="soft">${hasDrafts ? 'Publiez l’un des brouillons ci-dessous.' : 'Installez un thème du catalogue, puis publiez-le.'}</p>
</div>`;

function themeCard(theme: DescendedTheme, view: SitePageView, rights: Rights): string {
  const { id, nom, role, maj_le } = theme;
  const { code, personnaliser, versions, repetition } = themePaths(view.site, id);
  const comparison = view.comparisons.get(id);
  const isPublished = role === 'publie';
  const heading = `nom-${id}`;
  const takes = nameOncePublished(
    theme,
    view.themes.find((one) => one.role === 'publie'),
  );
  return `<article class="theme${isPublished ? ' published' : ''}" aria-labelledby="${heading}" data-theme="${id}" data-name="${escapeHtml(nom)}"${takes === nom ? '' : ` data-takes="${escapeHtml(takes)}"`}>
${themePicture(view.storefront, theme.origine, nom)}
<div class="about">
<h3 id="${heading}">${nameHtml(nom)}</h3>
${isPublished ? '<p class="badges"><span class="badge live">Publié</span></p>' : ''}
<dl class="facts">
<div><dt>Origine</dt><dd>${originWords(theme, view)}</dd></div>
<div><dt>Version</dt><dd>${escapeHtml(theme.version)}</dd></div>
<div><dt>Fichiers</dt><dd>${comparison?.files ?? 0}</dd></div>
<div><dt>Modifié</dt><dd>${timeElement(maj_le)}</dd></div>
</dl>
<p class="acts">${isPublished ? '' : `${act('publier', 'Publier', rights.change, 'primary')}\n<a class="button" href="${escapeHtml(repetition)}" aria-describedby="${heading}">Répéter</a>\n`}<a class="button${isPublished ? ' primary' : ''}" href="${escapeHtml(personnaliser)}" aria-describedby="${heading}">Personnaliser</a>
<a class="button" href="${escapeHtml(code)}" aria-describedby="${heading}">Modifier le code</a>
<a class="button" href="${escapeHtml(versions)}" aria-describedby="${heading}">Versions</a>${isPublished ? `\n${act('brouillon', 'Brouillon de travail', rights.change)}` : ''}</p>
<p class="acts more">${act('dupliquer', 'Dupliquer', rights.change)}
${act('renommer', 'Renommer', rights.change)}
${act('exporter', 'Exporter', true)}
${isPublished ? goBack(view, rights) : act('supprimer', 'Supprimer', rights.remove, 'danger')}</p>
<p class="refusal" role="alert"></p>
${comparison?.isUpgradable ? `<p class="acts"><a class="button" href="${escapeHtml(upgradePath(view.site, id))}" aria-describedby="${heading}">Mise à jour disponible</a></p>\n` : ''}${comparison?.difference ? differenceDetails(id, comparison.difference) : ''}</div>
</article>`;
}

const act = (name: string, label: string, isUsable: boolean, kind = ''): string =>
  `<button type="button" data-act="${name}"${kind ? ` class="${kind}"` : ''}${usable(isUsable)}>${label}</button>`;

/** The way back to what was published before this theme. */
const goBack = ({ previous }: SitePageView, rights: Rights): string =>
  previous === null
    ? ''
    : `<button type="button" data-act="revenir" data-previous="${escapeHtml(previous.nom)}"${usable(rights.change)}>Revenir à la publication précédente</button>`;

function originWords({ origine }: Theme, { storefront }: SitePageView): string {
  if (origine === null) return 'Hors du catalogue';
  const known = storefront.themes.find(({ id }) => id === origine);
  return `Catalogue, ${nameHtml(known?.metadata.nom ?? origine)}`;
}

function differenceDetails(themeId: string, { changed, added, removed }: CatalogDifference): string {
  const total = changed.length + added.length + removed.length;
  const summary =
    total === 0 ? 'Rien ne diffère du catalogue' : `Ce qui diffère du catalogue : ${counted(total, 'fichier')}`;
  if (total === 0) return `<p class="soft same">${summary}.</p>`;
  return `<details id="ecart-${themeId}" class="difference"><summary>${summary}</summary>
${paths('Modifiés', changed)}${paths('Ajoutés', added)}${paths('Retirés', removed)}</details>`;
}

const paths = (label: string, those: readonly string[]): string =>
  those.length === 0
    ? ''
    : `<p>${label}</p>\n<ul class="paths">${those.map((path) => `<li>${escapeHtml(path)}</li>`).join('')}</ul>\n`;
