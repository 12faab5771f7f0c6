import type { CheckSettings, Gravity, ThemeFiles } from '../../../engine/index.ts';
import { SYNTAX_CODES } from '../../../engine/language/syntax-codes.ts';
import { AnalysisBusy, type Renderer } from '../../../sandbox/index.ts';
import type { Diagnostic } from '../../contract/diagnostics.ts';
import { judgeFile } from '../../themes/judge-file.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { MARKED, markerLine } from '../sync/markers.ts';
import type { FolderProblem, ThemeFolder } from './theme-folder.ts';

/** A problem in a folder: with one of its files, or with the theme that they make. */
export type FolderDiagnostic = Diagnostic;

/** Owner of the files in the sandbox's queues; there is only one here. */
const OWNER = 'dossier';

/** Files that are in the sandbox at a time. */
const CHECKED_AT_A_TIME = 4;

type Analysis = Pick<Renderer, 'check' | 'diagnose'>;

/**
 * Everything that the API would say of a theme: `?diagnostics`, the refusals of writes, and files of the folder that cannot be sent. Files
 * are analysed in the sandbox: a theme may be a stranger's.
 * @param settings what the author makes of the checks
 * @returns file by file in the order of the paths, then by place
 * @throws CommandRefusal when the analysis does not get its turn
 */
export async function diagnoseFolder(
  analysis: Analysis,
  folder: ThemeFolder,
  settings?: CheckSettings,
): Promise<FolderDiagnostic[]> {
  const shown = await diagnoseFiles(analysis, folder, settings);
  // A warning lets a file pass on the site: that a write refuses the file is said too.
  const isSaid = ({ code, gravite }: Diagnostic) => gravite === 'erreur' && SYNTAX_CODES.has(code);
  const known = new Set(shown.filter(isSaid).map(({ chemin }) => chemin));
  const files = [...folder.files].filter(([path]) => !known.has(path));
  const refused = await inTurn(() => refusalsAtWrite(analysis, files));
  const misplaced = folder.ignored.map((problem) => told(problem, 'avertissement'));
  return [...shown, ...refused, ...misplaced, ...markedFiles(folder)].sort(inOrder);
}

/** Files in which a conflict is not settled: `pousser` sends none of them. */
const markedFiles = ({ files }: ThemeFolder): readonly FolderDiagnostic[] =>
  [...files].flatMap(([chemin, content]): FolderDiagnostic[] => {
    const ligne = markerLine(content);
    return ligne === null ? [] : [{ chemin, ligne, code: 'marqueurs', gravite: 'erreur', message: MARKED }];
  });

/**
 * What the theme shows badly, and which of its files cannot be read.
 * @throws CommandRefusal when the analysis does not get its turn
 */
export async function diagnoseFiles(
  analysis: Pick<Analysis, 'diagnose'>,
  { files, unreadable }: ThemeFolder,
  settings?: CheckSettings,
): Promise<FolderDiagnostic[]> {
  // A file that cannot be read exists, so it does not count as missing.
  const named = unreadable.filter(({ chemin }) => chemin.includes('/')).map(({ chemin }) => [chemin, ''] as const);
  const present: ThemeFiles = Object.fromEntries([...named, ...[...files].map(withoutAsset)]);
  const broken = new Set(unreadable.map(({ chemin }) => chemin));
  const diagnostics = await inTurn(() =>
    analysis.diagnose(
      OWNER,
      async (bytesAtMost) => {
        const bytes = Object.values(present).reduce((sum, content) => sum + Buffer.byteLength(content), 0);
        return bytes <= bytesAtMost ? present : null;
      },
      { settings },
    ),
  );
  const ofReadable = diagnostics.filter(({ chemin }) => chemin === '' || !broken.has(chemin));
  return [...ofReadable, ...unreadable.map((problem) => told(problem, 'erreur'))].sort(inOrder);
}

async function inTurn<T>(analyse: () => Promise<T>): Promise<T> {
  try {
    return await analyse();
  } catch (error) {
    if (!(error instanceof AnalysisBusy)) throw error;
    throw new CommandRefusal(
      'La machine est trop chargée pour analyser ce thème : relancez la même commande dans un instant.',
    );
  }
}

/** The analysis uses only the names of assets, so their contents are not sent. */
const withoutAsset = ([path, content]: readonly [string, string]) =>
  [path, path.startsWith('assets/') ? '' : content] as const;

async function refusalsAtWrite(
  analysis: Pick<Analysis, 'check'>,
  files: readonly (readonly [string, string])[],
): Promise<FolderDiagnostic[]> {
  const checkSyntax = analysis.check.bind(analysis);
  const refusals: FolderDiagnostic[] = [];
  const waiting = files.values();
  const judge = async () => {
    for (const [path, content] of waiting) {
      const refusal = await judgeFile(checkSyntax, OWNER, path, content);
      if (!refusal) continue;
      const { error: code, ...rest } = refusal;
      refusals.push({ ...rest, code, gravite: 'erreur' });
    }
  };
  await Promise.all(Array.from({ length: CHECKED_AT_A_TIME }, judge));
  return refusals;
}

const told = ({ chemin, code, message }: FolderProblem, gravite: Gravity): FolderDiagnostic => ({
  chemin,
  code,
  gravite,
  message,
});

/** File by file in the order of the paths, then by place. */
export function inOrder(a: FolderDiagnostic, b: FolderDiagnostic): number {
  if (a.chemin !== b.chemin) return a.chemin < b.chemin ? -1 : 1;
  return (a.ligne ?? 0) - (b.ligne ?? 0) || (a.colonne ?? 0) - (b.colonne ?? 0);
}
