import type { MemberSite } from '../../storage/sites.ts';
import type { Theme } from '../../storage/themes.ts';
import { escapeHtml } from '../../text/escape.ts';
import { isolated, nameHtml } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { readOnlyNotice, readOnlyReason } from './read-only.ts';
import { REHEARSAL_STYLE } from './rehearsal-style.ts';
import { dialog, NAME_CHOICE, submit } from './site-dialogs.ts';
import { usable } from './site-view.ts';
import { studioPath } from './visitor.ts';

interface RehearsalPageView {
  readonly site: MemberSite;
  /** A draft of the site. */
  readonly theme: Theme;
  /** Null where none is published. */
  readonly published: Theme | null;
  /** The name that the draft gets at its publication, unless that is declined. */
  readonly takes: string;
}

/** `/studio/<site>/themes/<id>/repetition`: what the publication of a draft would change; its script asks for it. */
export function rehearsalPage({ site, theme, published, takes }: RehearsalPageView): StudioPage {
  const canPublish = readOnlyReason(site) === null;
  const instead = published
    ? `à la place de « ${nameHtml(published.nom)} »`
    : 'sur un site qui n’a pas encore de thème publié';
  return {
    title: `${isolated(theme.nom)} – répétition`,
    site,
    section: 'themes',
    script: 'pages',
    sheet: 'pages/pages.css',
    style: REHEARSAL_STYLE,
    content: `<main class="page" id="contenu" data-rehearsal="${site.id}" data-site-path="${escapeHtml(studioPath(site))}" data-site-name="${escapeHtml(site.nom)}" data-draft="${theme.id}" data-draft-name="${escapeHtml(theme.nom)}"${takes === theme.nom ? '' : ` data-takes="${escapeHtml(takes)}"`}${published ? ` data-published="${published.id}" data-published-name="${escapeHtml(published.nom)}"` : ''}>
<header class="head"><h1>Répéter la publication</h1>
<div><p><a href="${escapeHtml(studioPath(site))}">Thèmes du site</a></p>
<p>« ${nameHtml(theme.nom)} » ${instead}.</p>
<p class="soft">Chaque page du site est rendue avec les deux thèmes, comme un visiteur la recevrait. Rien n’est publié ni modifié.</p></div></header>
${readOnlyNotice(site)}
<section aria-labelledby="titre-deroulement"><h2 id="titre-deroulement">Déroulement</h2>
<p class="acts"><button type="button" class="primary" data-do="repeter"${usable(canPublish)}>Répéter</button>
<button type="button" data-do="arreter" hidden>Arrêter</button></p>
<progress aria-label="Pages répétées" max="1" value="0" hidden></progress>
<p role="status" data-place="progres" class="soft"></p>
<p class="refusal" role="alert"></p>
</section>
<section aria-labelledby="titre-resultat" id="resultat" hidden><h2 id="titre-resultat" tabindex="-1">Ce que la publication changerait</h2>
<p data-place="resume"></p>
<fieldset class="filters"><legend>Pages montrées</legend></fieldset>
<ul class="rehearsed"></ul>
<p class="acts"><button type="button" class="primary" data-do="publier"${usable(canPublish)}>Publier…</button>
<a class="button" href="${escapeHtml(studioPath(site))}/themes/${theme.id}">Modifier le code</a></p>
</section>
</main>
${dialog({
  name: 'publier-repete',
  title: 'Publier ce thème ?',
  content: `<p>Les visiteurs de <strong data-text="site"></strong> verront <strong data-text="name"></strong> dès leur prochaine page.</p>
<p data-text="before"></p>
<p data-text="changes"></p>
${NAME_CHOICE}`,
  acts: submit('Publier'),
})}`,
  };
}
