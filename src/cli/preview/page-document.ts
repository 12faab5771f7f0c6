import type { Incident, Limit } from '../../../engine/index.ts';
import type { RenderOutcome } from '../../../sandbox/index.ts';
import { PLATFORM_PAGES, platformPage } from '../../http/platform-page.ts';
import { blogPage } from '../../http/site/blog-pages.ts';
import type { ViewContent } from '../../sites/views.ts';
import { escapeHtml } from '../../text/escape.ts';
import type { Problem } from './problems.ts';

/** What is served for a page. */
export interface PageDocument {
  readonly status: number;
  readonly html: string;
  /** What failed while it was rendered. */
  readonly incidents: readonly Incident[];
}

const LIMITS: Readonly<Record<Limit, string>> = {
  time: 'Son rendu dure plus longtemps que permis.',
  objects: 'Son rendu crée plus d’objets que permis.',
  output: 'La page est plus longue que permis.',
};

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
  switch (outcome.outcome) {
    case 'page':
      return {
        status: shown ? 200 : 404,
        html: Buffer.from(outcome.body).toString('utf8'),
        incidents: outcome.incidents,
      };
    case 'no-template': {
      const own = shown && blogPage(shown, nonce);
      if (own !== null) return { status: 200, html: own, incidents: [] };
      return platform(404, absent.length > 0 ? withoutTemplate(absent) : PLATFORM_PAGES.notFound, nonce);
    }
    case 'no-layout':
      return failed('Il lui manque layout/theme.liquid.', nonce);
    case 'error':
      return { ...failed('Son enveloppe, layout/theme.liquid, échoue.', nonce), incidents: [outcome.incident] };
    case 'limit':
      return failed(LIMITS[outcome.limit], nonce);
    case 'crashed':
      return failed(
        'Son rendu a fait tomber son processus : rechargez la page, la machine était peut-être trop chargée.',
        nonce,
      );
    case 'refused':
      return failed(
        outcome.reason === 'busy'
          ? 'La machine est trop chargée : rechargez la page.'
          : 'Il a dépassé ses limites plusieurs fois : corrigez-le, ou rechargez la page.',
        nonce,
      );
  }
}

const withoutTemplate = (absent: readonly string[]) => ({
  title: 'Il manque un gabarit',
  sentences: [
    `Cette page demande ${absent.join(' ou ')}, que le thème n’a pas.`,
    'Les visiteurs de cette adresse apprennent que la page est introuvable.',
  ],
});

const failed = (sentence: string, nonce: string): PageDocument =>
  platform(503, { title: 'Le thème ne peut pas être affiché', sentences: [sentence] }, nonce);

function platform(status: number, page: Parameters<typeof platformPage>[0], nonce: string): PageDocument {
  return { status, html: platformPage(page, nonce).body, incidents: [] };
}

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
