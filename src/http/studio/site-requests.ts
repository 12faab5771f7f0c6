import type { VisitorRequest } from '../../storage/requests.ts';
import { escapeHtml } from '../../text/escape.ts';
import { timeElement } from './french.ts';
import { type Rights, type SitePageView, usable } from './site-view.ts';
import { studioPath } from './visitor.ts';

/** How many requests the page of a site shows at a time. */
export const REQUESTS_SHOWN = 20;

/** What visitors sent: texts of strangers. */
export const requestsSection = (
  { site, requests, older }: SitePageView,
  rights: Rights,
): string => `<section id="demandes" data-fresh aria-labelledby="titre-demandes">
<h2 id="titre-demandes">Demandes reçues</h2>
${
  requests.length === 0
    ? '<div class="empty"><p>Aucune demande.</p><p class="soft">Ce que les visiteurs envoient par les formulaires du site apparaît ici.</p></div>'
    : `<ul class="requests">\n${requests.map((one) => requestItem(one, rights)).join('\n')}\n</ul>`
}
${older === null ? '' : `<p><a class="button" href="${escapeHtml(`${studioPath(site)}?${new URLSearchParams({ avant: older })}#demandes`)}">Demandes plus anciennes</a></p>`}
</section>`;

function requestItem({ id, recue_le, page, champs }: VisitorRequest, rights: Rights): string {
  const heading = `demande-${id}`;
  return `<li><article aria-labelledby="${heading}" data-request="${id}">
<h3 id="${heading}">${timeElement(recue_le)}</h3>
<p class="soft">Depuis la page ${escapeHtml(page)}</p>
<dl class="fields">${[...champs].map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(textOf(value))}</dd></div>`).join('')}</dl>
<p class="acts"><button type="button" data-act="demande" class="danger" aria-label="Supprimer la demande"${usable(rights.change)}>Supprimer</button></p>
</article></li>`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
