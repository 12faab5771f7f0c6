import type { SiteContent, ThemeFiles } from '../../engine/index.ts';
import type { RenderedFor } from '../../sandbox/index.ts';
import { Refusal } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { contentVersion, loadContent } from '../storage/public-sites.ts';
import type { MemberSite } from '../storage/sites.ts';
import { readAnalysedFiles } from '../storage/theme-analysis.ts';
import type { SiteOrigin } from '../text/site-origin.ts';
import type { PublicPages } from './public-pages.ts';
import type { SiteRecords } from './records/site-records.ts';
import type { View, ViewContent } from './views.ts';

/** Longest theme of which one page is rendered, without its assets, bytes of UTF-8: the theme is read each time (origo: 130 KB). */
export const THEME_BYTES = 4 * 1024 * 1024;

/** What a page of a theme that visitors do not see is rendered from. */
interface DraftPage {
  readonly stored: ThemeFiles;
  /** Null when the page does not exist. */
  readonly content: ViewContent | null;
  /** Version of the site's content, without pictures. */
  readonly contentVersion: string;
}

export interface DraftPageSources {
  readonly database: Pick<Database, 'management' | 'public'>;
  /** What visitors see. */
  readonly pages: PublicPages;
  readonly sitesDomain: string;
  readonly originOf: SiteOrigin;
  /** Counts what the renders cost. */
  readonly records: SiteRecords;
}

/** How the sandbox is told for whom a draft is rendered. */
export const renderedFor = (
  { records, sitesDomain }: Pick<DraftPageSources, 'records' | 'sitesDomain'>,
  { id, slug }: Pick<MemberSite, 'id' | 'slug'>,
): RenderedFor => ({ site: slug, host: `${slug}.${sitesDomain}`, tally: records.of(id) });

/** @returns null when the theme is too long @throws Refusal `introuvable` when the site is gone; QueueFull */
export async function readDraftPage(
  { database, pages, sitesDomain }: DraftPageSources,
  { site, themeId, view }: { site: Pick<MemberSite, 'id' | 'slug'>; themeId: string; view: View | null },
): Promise<DraftPage | null> {
  const address = { slug: site.slug, host: `${site.slug}.${sitesDomain}` };
  const [stored, finding] = await Promise.all([
    readAnalysedFiles(database.management, site.id, themeId, THEME_BYTES),
    pages.lookUp(address),
  ]);
  if (!stored) return null;
  const { answer: state } = finding;
  if (state?.site_id !== site.id) throw new Refusal('introuvable');
  const { answer: content } = await pages.read({ address, finding, view });
  return { stored, content, contentVersion: contentVersion(state) };
}

/** What every page of a site shows, with these pictures of its library. @throws Refusal `introuvable` when the site is gone */
export async function readSiteContent(
  { database, originOf }: Pick<DraftPageSources, 'database' | 'originOf'>,
  siteId: string,
  pictures: readonly string[],
): Promise<{ readonly version: string; readonly values: SiteContent }> {
  const loaded = await loadContent(database.public, siteId, originOf, pictures);
  if (!loaded) throw new Refusal('introuvable');
  return loaded;
}

/** Name of the template by which a page is rendered; null where the theme has none for it. */
export const templateOf = (files: ThemeFiles, templates: readonly string[]): string | null =>
  templates.find((name) => Object.hasOwn(files, templateFile(name))) ?? null;

/**
 * Paths of the templates that a page would prefer to the one that renders it, and that the theme does not have.
 * @param has whether a file is there
 */
export function absentTemplates(has: (path: string) => boolean, templates: readonly string[]): string[] {
  const paths = [...new Set(templates.map(templateFile))];
  const taken = paths.findIndex(has);
  return taken === -1 ? paths : paths.slice(0, taken);
}

const templateFile = (name: string): string => `templates/${name}.json`;
