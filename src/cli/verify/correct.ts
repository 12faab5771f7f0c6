import type { CheckSettings } from '../../../engine/diagnose/check-settings.ts';
import { corrected } from '../../../engine/diagnose/corrections.ts';
import { SYNTAX_CODES } from '../../../engine/language/syntax-codes.ts';
import type { Renderer } from '../../../sandbox/index.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { diagnoseFiles, type FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import { changeFiles } from '../workspace/theme-files.ts';
import type { ThemeFolder } from '../workspace/theme-folder.ts';
import { Workspace } from '../workspace/workspace.ts';

/** How often a theme is corrected again: a correction may show what another one needs. */
const ROUNDS = 10;

/** A theme with the corrections of its diagnostics; nothing is written. */
export interface Corrected {
  readonly theme: ThemeFolder;
  /** The diagnostics that were mended, at their places when they were found. */
  readonly done: readonly FolderDiagnostic[];
  /** Paths of the files that have changed. */
  readonly changed: readonly string[];
}

/**
 * Makes all corrections of a theme that have one right answer, and again as long as there are some.
 * @throws CommandRefusal when the analysis does not get its turn
 */
export async function correctTheme(
  analysis: Pick<Renderer, 'diagnose'>,
  theme: ThemeFolder,
  settings: CheckSettings,
): Promise<Corrected> {
  const before = theme.files;
  let done: FolderDiagnostic[] = [];
  /** Files that a correction would break, or that corrections would change back and forth: they stay as they were. */
  const given = new Set<string>();
  const seen = new Set<string>();
  let found = await diagnoseFiles(analysis, theme, settings);
  for (let round = 0; round < ROUNDS; round++) {
    const made = oneRound(theme.files, found, given);
    if (made.files.size === 0) break;
    const again = [...made.files].filter(([path, text]) => text === before.get(path) || seen.has(`${path}\n${text}`));
    const next = { ...theme, files: new Map([...theme.files, ...made.files]) };
    const after = await diagnoseFiles(analysis, next, settings);
    const broken = [...made.files.keys()].filter((path) => mistakesIn(after, path) > mistakesIn(found, path));
    const wrong = [...broken, ...again.map(([path]) => path)];
    if (wrong.length > 0) {
      for (const path of wrong) given.add(path);
      done = done.filter(({ chemin }) => !given.has(chemin));
      theme = {
        ...theme,
        files: new Map(
          [...theme.files].map(([path, text]) => [path, given.has(path) ? (before.get(path) ?? '') : text]),
        ),
      };
      found = await diagnoseFiles(analysis, theme, settings);
      continue;
    }
    for (const [path, text] of made.files) seen.add(`${path}\n${text}`);
    done.push(...made.done);
    theme = next;
    found = after;
  }
  return { theme, done, changed: [...theme.files.keys()].filter((path) => theme.files.get(path) !== before.get(path)) };
}

function oneRound(
  files: ThemeFolder['files'],
  found: readonly FolderDiagnostic[],
  given: ReadonlySet<string>,
): { readonly files: ReadonlyMap<string, string>; readonly done: readonly FolderDiagnostic[] } {
  const changed = new Map<string, string>();
  const done: FolderDiagnostic[] = [];
  for (const [path, ofFile] of Map.groupBy(found, ({ chemin }) => chemin)) {
    const source = files.get(path);
    if (source === undefined || given.has(path)) continue;
    const made = corrected(source, ofFile);
    if (made.done.length === 0) continue;
    changed.set(path, made.text);
    done.push(...made.done);
  }
  return { files: changed, done };
}

/** How many mistakes of a file a write would refuse. */
const mistakesIn = (found: readonly FolderDiagnostic[], path: string): number =>
  found.filter(({ chemin, code, gravite }) => chemin === path && gravite === 'erreur' && SYNTAX_CODES.has(code)).length;

/**
 * Writes the changed files of a theme, each whole.
 * @param before the files as they were read
 * @returns the paths that were left alone, because they have changed meanwhile
 */
export async function writeCorrected(
  folder: string,
  { theme, changed }: Corrected,
  before: ThemeFolder['files'],
): Promise<ReadonlySet<string>> {
  const { signal } = new AbortController();
  const changes = changed.map((path) => ({
    path,
    content: theme.files.get(path) ?? '',
    expected: fingerprintOf(before.get(path) ?? ''),
    keep: false,
  }));
  if (!(await Workspace.isOne(folder))) return changeFiles(folder, changes, { aside: folder, trash: folder, signal });
  const workspace = new Workspace(folder);
  return workspace.exclusively(signal, () => workspace.changeFiles(changes, signal));
}
