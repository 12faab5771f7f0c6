import type { Renderer } from '../../../sandbox/index.ts';
import { missingTemplates } from '../preview/missing-templates.ts';
import { SampleSite } from '../preview/sample/sample-site.ts';
import { readSample } from '../preview/sample/sample-source.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import type { ThemeFolder } from '../workspace/theme-folder.ts';

/** The templates that a content file asks for and the theme lacks; nothing for a file that cannot be read. */
export async function templatesAskedBy(
  analysis: Pick<Renderer, 'check'>,
  file: string,
  theme: ThemeFolder,
): Promise<FolderDiagnostic[]> {
  const reading = await readSample(analysis, file, theme);
  if (reading.kind === 'refused') return [];
  return missingTemplates(theme, new SampleSite(reading.found.sample, { themeId: '', now: Date.now() }));
}
