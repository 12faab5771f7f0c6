import type { RehearsalReason } from '../../contract/rehearsal.ts';
import { viewKey } from '../views.ts';
import { brokenAddresses, SiteAddresses } from './addresses.ts';
import type { Comparison } from './comparison.ts';
import { type RehearsalReport, type RehearsedPage, summaryOf } from './report.ts';
import { failingSections } from './sections.ts';
import type { RenderedSide } from './side.ts';
import type { PageWithContent, RehearsalSnapshot, RehearsedTheme } from './snapshot.ts';

/** What is known of a page. */
export interface JudgedPage {
  readonly page: PageWithContent;
  /** Null where no processor was free. */
  readonly rendered: {
    /** Null where no theme is published. */
    readonly before: RenderedSide | null;
    readonly after: RenderedSide;
    /** Null where it took too long. */
    readonly comparison: Comparison | null;
  } | null;
}

/** Longest length of all differences of a report, UTF-16 code units: further pages have no difference. */
const DIFFERENCES_UNITS = 2 * 1024 * 1024;

const NOTHING = { avant: null, apres: null, sections: [], casses: [], fichiers: [], difference: null } as const;

/** @param judged in the order of the snapshot's pages; an absent page was not rehearsed in time */
export function reportOf(snapshot: RehearsalSnapshot, judged: readonly (JudgedPage | undefined)[]): RehearsalReport {
  const { published, draft, pages, leftOut, outline } = snapshot;
  const site = new SiteAddresses(outline);
  const missing = (side: 'before' | 'after') =>
    new Set(
      judged.flatMap((one) =>
        one?.rendered?.[side]?.side.statut === 404 && one.page.view ? [viewKey('', one.page.view)] : [],
      ),
    );
  const old = published && { assets: published.assets, missing: missing('before') };
  const now = { assets: draft.assets, missing: missing('after') };
  const newFailures = new Set<RehearsedPage>();
  let units = 0;
  const told = pages.map(({ adresse }, place): RehearsedPage => {
    const omitted = (raison: RehearsalReason) => ({ adresse, etat: 'omise', raison, ...NOTHING }) as const;
    const rendered = judged[place]?.rendered;
    if (rendered === undefined) return omitted('duree');
    if (rendered === null) return omitted('occupe');
    const { before, after, comparison } = rendered;
    const facts = { before: comparison?.before ?? null, after: comparison?.after ?? null };
    const fichiers = changedFiles(facts.after?.files ?? [], published, draft);
    const difference = comparison?.difference ?? null;
    units += difference?.length ?? 0;
    const page: RehearsedPage = {
      adresse,
      etat: after.hasFailed ? 'echouee' : isSame(before, after, comparison, fichiers) ? 'egale' : 'changee',
      raison: after.raison,
      avant: before?.side ?? null,
      apres: after.side,
      sections: failingSections(facts.before?.failed ?? [], facts.after?.failed ?? [], after),
      casses: brokenAddresses(site, old && { facts: facts.before, found: old }, { facts: facts.after, found: now }),
      fichiers,
      difference: units > DIFFERENCES_UNITS ? null : difference,
    };
    if (after.hasFailed && !before?.hasFailed) newFailures.add(page);
    return page;
  });
  const { beyond: hors_limite, otherArticles: articles_hors_echantillon } = leftOut;
  return {
    ok: true,
    publie: published && { id: published.id, nom: published.nom },
    brouillon: { id: draft.id, nom: draft.nom },
    pages: told,
    resume: summaryOf(told, { hors_limite, articles_hors_echantillon }, (page) => newFailures.has(page)),
  };
}

/** Whether visitors would see what they see now. @param fichiers files of the page with another content */
function isSame(
  before: RenderedSide | null,
  after: RenderedSide,
  comparison: Comparison | null,
  fichiers: readonly string[],
): boolean {
  if (!before || !comparison) return false;
  return before.raison === after.raison && comparison.isSame && fichiers.length === 0;
}

function changedFiles(names: readonly string[], published: RehearsedTheme | null, draft: RehearsedTheme): string[] {
  if (!published) return [];
  return names
    .map((name) => `assets/${name}`)
    .filter((path) => {
      const before = published.assets.get(path);
      return before !== undefined && draft.assets.has(path) && draft.assets.get(path) !== before;
    });
}
