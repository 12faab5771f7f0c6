import { ERRORS } from '../errors.ts';
import { escapeHtml } from '../text/escape.ts';
import { isOpenBeforeFactor, openingOf, type RouteDescription } from './api/api.ts';
import { refusalsOf, schemaOf } from './api/openapi.ts';
import type { Opening } from './edge.ts';
import { renderDocument } from './platform-page.ts';

const STYLE = `
body { grid-template-columns: minmax(0, 1fr); }
main { max-width: 60rem; width: 100%; box-sizing: border-box; place-self: start center; margin: 2rem 0 6rem; }
h2 { margin-top: 3rem; font-family: ui-serif, Georgia, serif; }
h3 { margin: 2.5rem 0 0.25rem; font: 600 1.0625rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; font-size: 1rem; }
nav ul { columns: 22rem; padding-left: 1.25rem; }
nav a, code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem 1rem; background: light-dark(#f0ece4, #22252b); }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; border-bottom: 1px solid light-dark(#ddd5c8, #3a3f48); }
th:first-child, td:first-child { white-space: nowrap; }
td code { overflow-wrap: break-word; }
@media (max-width: 30rem) { main { padding-inline: 1rem; } table { font-size: 0.875rem; } th, td { padding-right: 0.625rem; } td code { font-size: 0.8125rem; } }
`;

const SESSION = 'Demande la session d’un navigateur';

/**
 * The API for a person who reads: one page, without script, out of the same descriptions as the OpenAPI document.
 * @param nonce of the response's Content-Security-Policy
 */
export function renderDocsPage(routes: readonly RouteDescription[], nonce: string): string {
  const resources = Map.groupBy(routes, ({ path }) => path.split('/').slice(0, 3).join('/'));
  const content = `<h1>API de vitrine</h1>
<p>Une clé s’envoie dans l’en-tête <code>Authorization: Bearer svc_…</code> et n’ouvre que les routes qui le disent ; un cookie sans session en cours ne compte pas ; <code>X-Service-Site-Cible</code> désigne le site par son nom ou
son identifiant. Un refus est <code>{"error": code, "message": phrase}</code> : seul <code>error</code> se compare. Le même contrat pour les
machines : <a href="/openapi.json">/openapi.json</a>.</p>
<nav aria-label="Routes"><ul>
${[...resources.values()]
  .flat()
  .map((route) => `<li><a href="#${anchorOf(route)}">${nameOf(route)}</a></li>`)
  .join('\n')}
</ul></nav>
${[...resources].map(([path, group]) => `<h2>${escapeHtml(path)}</h2>\n${group.map(renderRoute).join('\n')}`).join('\n')}`;
  return renderDocument({ title: 'API de vitrine', content, nonce, style: STYLE });
}

const nameOf = ({ method, path }: RouteDescription): string => escapeHtml(`${method} ${path}`);

const anchorOf = ({ method, path }: RouteDescription): string =>
  `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');

function renderRoute(route: RouteDescription): string {
  const { summary, query, answers } = route;
  const body = route.body ?? route.unread?.schema;
  return [
    `<section aria-labelledby="${anchorOf(route)}">`,
    `<h3 id="${anchorOf(route)}">${nameOf(route)}</h3>`,
    `<p>${escapeHtml(summary)} ${escapeHtml(accessOf(route))}</p>`,
    query ? `<h4>Paramètres</h4>\n${renderSchema(schemaOf(query, 'input'))}` : '',
    body ? `<h4>Corps</h4>\n${renderSchema(schemaOf(body, 'input'))}` : '',
    ...Object.entries(answers).map(
      ([status, schema]) => `<h4>Réponse ${status}</h4>\n${schema ? renderSchema(schemaOf(schema, 'output')) : ''}`,
    ),
    `<h4>Refus</h4>\n${renderRefusals(route)}`,
    '</section>',
  ]
    .filter(Boolean)
    .join('\n');
}

function accessOf(route: RouteDescription): string {
  const { access } = route;
  const key = 'scope' in access ? `une clé de portée « ${access.scope} »` : '';
  const callers: Readonly<Record<Opening, string>> = {
    everybody: 'Ouverte à tous',
    keys: `Demande ${key}, ou une session`,
    'keys-beside-session': `${SESSION} ; ${key} n’est prise qu’à côté d’elle`,
    sessions: `${SESSION} ; aucune clé ne l’ouvre`,
  };
  const isActive = access.kind === 'theme' ? access.scope === 'themes' : access.kind === 'site' && access.active;
  return [
    callers[openingOf(route)],
    isOpenBeforeFactor(access) ? ', même sans le second facteur exigé de son compte' : '',
    isActive ? ' ; le site doit être actif' : '',
    '.',
  ].join('');
}

const renderSchema = (schema: object): string =>
  `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

function renderRefusals(route: RouteDescription): string {
  const rows = refusalsOf(route).map((code) => {
    const { status, message = '' }: { status: number; message?: string } = ERRORS[code];
    return `<tr><td>${status}</td><td><code>${code.replaceAll('_', '_<wbr>')}</code></td><td>${escapeHtml(message)}</td></tr>`;
  });
  return `<table><thead><tr><th scope="col">Statut</th><th scope="col">Code</th><th scope="col">Phrase</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}
