import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Renderer } from '../../../../sandbox/index.ts';
import { readDemoSites } from '../../../demo/demo-site.ts';
import { readCatalogTheme } from '../../../themes/catalog.ts';
import { CATALOG_IDS } from '../../../themes/catalog-ids.ts';
import { placeOfIssue, sentenceOfIssue } from '../../json-place.ts';
import type { FolderDiagnostic } from '../../workspace/diagnose-folder.ts';
import type { ThemeFolder } from '../../workspace/theme-folder.ts';
import { themeMetadata } from '../../workspace/theme-metadata.ts';
import { Sample } from './sample-schema.ts';

/** Longest content file, bytes: more than a sample needs. */
const CONTENT_BYTES = 8 * 1024 * 1024;
/** The theme whose demo is used for themes that descend from no catalog theme. */
const DEFAULT_ORIGIN = 'origo';

/** Content to show a theme with. */
export interface SampleFound {
  readonly sample: Sample;
  /** Where it comes from, for people. */
  readonly from: string;
  /** Contents of assets that it shows, which the theme may not have, by path. */
  readonly assets: ReadonlyMap<string, string>;
}

/** The content, or the problem with it. */
export type SampleReading =
  | { readonly kind: 'sample'; readonly found: SampleFound }
  | { readonly kind: 'refused'; readonly text: string; readonly mistakes: readonly FolderDiagnostic[] };

/** Reads the author's content, else the demo of the theme that this one descends from. */
export async function readSample(
  analysis: Pick<Renderer, 'check'>,
  contentFile: string,
  { files }: ThemeFolder,
): Promise<SampleReading> {
  const name = basename(contentFile);
  let bytes: Buffer;
  try {
    if ((await stat(contentFile)).size > CONTENT_BYTES) return refused(name, '', [tooLong(name)]);
    bytes = await readFile(contentFile);
  } catch {
    return { kind: 'sample', found: await demoOf(files) };
  }
  const text = bytes.toString('utf8');
  const mistake = await analysis.check(name, `config/${name}`, text);
  if (mistake) return refused(name, text, [{ code: 'syntaxe', ...mistake }]);
  const judged = Sample.safeParse(JSON.parse(text), { error: z.locales.fr().localeError });
  if (!judged.success)
    return refused(
      name,
      text,
      judged.error.issues.map((issue) => placed(issue, text)),
    );
  return { kind: 'sample', found: { sample: judged.data, from: contentFile, assets: new Map() } };
}

const tooLong = (name: string) => ({ code: 'contenu_invalide', message: `${name} dépasse ${CONTENT_BYTES} octets.` });

function refused(
  chemin: string,
  text: string,
  mistakes: readonly Pick<FolderDiagnostic, 'ligne' | 'colonne' | 'code' | 'message'>[],
): SampleReading {
  return { kind: 'refused', text, mistakes: mistakes.map((one) => ({ ...one, chemin, gravite: 'erreur' as const })) };
}

/** A mistake at the place of the value that it is about. */
const placed = (issue: z.core.$ZodIssue, text: string) => ({
  ...placeOfIssue(issue, text),
  code: 'contenu_invalide',
  message: sentenceOfIssue(issue, 'le contenu'),
});

/** The demo site of the catalog theme that a theme comes from, which is found by its name. */
export async function demoOf(files: ThemeFolder['files']): Promise<SampleFound> {
  const origin = originOf(files) ?? DEFAULT_ORIGIN;
  const demo = (await readDemoSites()).find(({ themeId }) => themeId === origin);
  const theme = await readCatalogTheme(origin);
  if (!demo || !theme) throw new Error(`the catalog has no demo of ${origin}`);
  const { nom, description, pages, menus } = demo.site;
  // Photographs are in the library of a site, which is not here.
  const blogs = demo.site.blogs.map((blog) => ({
    ...blog,
    articles: blog.articles.map(({ photographie: _, ...article }) => article),
  }));
  return {
    sample: Sample.parse({ nom, description, pages, menus, blogs }),
    from: `démonstration du thème ${theme.metadata.nom}`,
    assets: new Map(Object.entries(theme.files).filter(([path]) => path.startsWith('assets/'))),
  };
}

function originOf(files: ThemeFolder['files']): string | undefined {
  const name = themeMetadata(files).name?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return CATALOG_IDS.find((id) => id === name);
}
