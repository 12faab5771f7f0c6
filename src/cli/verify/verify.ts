import { stat } from 'node:fs/promises';
import type { Renderer } from '../../../sandbox/index.ts';
import { missingTemplates } from '../preview/missing-templates.ts';
import { SampleSite } from '../preview/sample/sample-site.ts';
import { contentFileOf, readSample } from '../preview/sample/sample-source.ts';
import { diagnoseFolder, type FolderDiagnostic, inOrder } from '../workspace/diagnose-folder.ts';
import { startOfflineRenderer } from '../workspace/offline-renderer.ts';
import { readThemeFolder, type ThemeFolder } from '../workspace/theme-folder.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { reportOf, type VerifyOptions } from './report.ts';

export interface Verdict {
  /** What is to be printed. */
  readonly output: string;
  /** Whether there are no errors; warnings do not count. */
  readonly isRight: boolean;
}

/**
 * Checks a theme's folder.
 * @param named the folder; without it, that in which the command was called
 * @throws CommandRefusal when the folder cannot be read, or its analysis does not get its turn
 */
export async function verify(named: string | undefined, options: VerifyOptions): Promise<Verdict> {
  const folder = await themeFolder(named);
  const theme = await readThemeFolder(folder);
  const renderer = await startOfflineRenderer();
  const diagnostics = await diagnosed(renderer, folder, theme).finally(() => renderer.close());
  return {
    output: reportOf({ folder, files: theme.files.size, diagnostics }, options),
    isRight: diagnostics.every(({ gravite }) => gravite !== 'erreur'),
  };
}

/** Diagnoses the theme, and names the templates that the folder's own content needs and the theme lacks. */
async function diagnosed(renderer: Renderer, folder: string, theme: ThemeFolder): Promise<FolderDiagnostic[]> {
  const found = await diagnoseFolder(renderer, theme);
  const known = new Set(found.map(({ chemin }) => chemin));
  const asked = await askedByContent(renderer, folder, theme);
  return [...found, ...asked.filter(({ chemin }) => !known.has(chemin))].sort(inOrder);
}

/** @returns nothing where the folder has no content of its own, or unreadable content, which `apercu` reports */
async function askedByContent(renderer: Renderer, folder: string, theme: ThemeFolder): Promise<FolderDiagnostic[]> {
  const file = await contentFileOf(folder, undefined);
  if (!(await stat(file).catch(() => null))) return [];
  const reading = await readSample(renderer, file, theme);
  if (reading.kind === 'refused') return [];
  return missingTemplates(theme, new SampleSite(reading.found.sample, { themeId: '', now: Date.now() }));
}
