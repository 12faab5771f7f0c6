import type { Incident } from '../../../engine/index.ts';
import type { RenderOutcome } from '../../../sandbox/index.ts';
import type { RenderReason } from '../../contract/previews.ts';
import { PLATFORM_PAGES, platformPage } from '../../http/platform-page.ts';
import { blogPage } from '../../http/site/blog-pages.ts';
import { incidentsOf, verdictOf } from '../../sites/verdict.ts';
import type { ViewContent } from '../../sites/views.ts';
import { escapeHtml } from '../../text/escape.ts';
import { REASONS } from '../../text/sentences.ts';
import type { Problem } from './problems.ts';

/** What is served for a page. */
export interface PageDocument {
  readonly status: number;
  readonly html: string;
  /** What failed while it was rendered. */
  readonly incidents: readonly Incident[];
}

/** Why visitors would be shown nothing of the theme. */
const SENTENCES = {
  ...REASONS,
  arret: 'Son rendu a fait tomber son processus : rechargez la page, la machine était peut-être trop chargée.',
  occupe: 'La machine est trop chargée : rechargez la page.',
  quarantaine: 'Le thème a dépassé ses limites plusieurs fois : corrigez-le, ou rechargez la page.',
} satisfies Readonly<Record<RenderReason, string>>;

/**
 * The result of a render as the platform would show it; where the platform would show nothing of the theme, a page that says why.
 * @param absent paths of the templates that the page asks for and the theme does not have
 */
export function pageDocument(
  outcome: RenderOutcome,
  shown: ViewContent | null,
  nonce: string,
  absent: readonly string[],
): PageDocument {
  const { statut: status, raison } = verdictOf(outcome, shown);
  const own = (page: Parameters<typeof platformPage>[0]) => platformPage(page, nonce).body;
  const html =
    outcome.outcome === 'page'
      ? outcome.body.bytes().toString('utf8')
      : raison !== null && raison !== 'gabarit_absent'
        ? own({ title: 'Le thème ne peut pas être affiché', sentences: [SENTENCES[raison]] })
        : ((shown && blogPage(shown, nonce)) ??
          own(absent.length > 0 ? withoutTemplate(absent) : PLATFORM_PAGES.notFound));
  return { status, html, incidents: incidentsOf(outcome) };
}

const withoutTemplate = (absent: readonly string[]) => ({
  title: 'Il manque un gabarit',
  sentences: [
    `Cette page demande ${absent.join(' ou ')}, que le thème n’a pas.`,
    'Les visiteurs de cette adresse apprennent que la page est introuvable.',
  ],
});

/** Where the script of previewed pages is served. */
export const CLIENT_PATH = '/.apercu/client.js';

const HEAD = /<head(?:\s[^>]*)?>/i;

/** The page with the script that shows the next save in it. */
export function withClient(
  html: string,
  {
    nonce,
    version,
    problems,
  }: { readonly nonce: string; readonly version: string; readonly problems: readonly Problem[] },
): string {
  const data = escapeHtml(JSON.stringify(problems));
  const script = `<script nonce="${nonce}" src="${CLIENT_PATH}" defer data-version="${version}" data-problemes="${data}"></script>`;
  const head = HEAD.exec(html);
  const at = head ? head.index + head[0].length : html.length;
  return html.slice(0, at) + script + html.slice(at);
}
