/** Publishes the draft, unless its layout cannot be read, or the site's own files have errors with the deployed code. */
import type { Diagnostic } from '../../contract/diagnostics.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { assertReadable, BROKEN_PAGES } from '../remote/readable-layout.ts';
import type { Remote } from '../remote/remote.ts';
import { type DeployReport, problemLine, reportAsJson } from './report.ts';

/** Errors in the site's own files, where it has any that differ from the folder's. */
export async function problemsOf(remote: Remote, report: DeployReport): Promise<readonly Diagnostic[]> {
  const { theme } = report;
  return theme && ownOf(report).size > 0 ? problemsIn(await remote.diagnostics(theme.id), report) : [];
}

const ownOf = ({ changes }: DeployReport): ReadonlySet<string> => new Set([...changes.kept, ...changes.merged]);

function problemsIn(diagnostics: readonly Diagnostic[], report: DeployReport): readonly Diagnostic[] {
  const own = ownOf(report);
  return diagnostics.filter(({ gravite, chemin }) => gravite === 'erreur' && own.has(chemin));
}

/** What was deployed was not published. */
export class NotPublished extends CommandRefusal {
  override name = 'NotPublished';
  readonly report: DeployReport;

  /** @param why with the code and the exit code that this has too */
  constructor(why: CommandRefusal, report: DeployReport, address: string) {
    const details = { ...reportAsJson(report, address, false), ...why.details };
    super(`Déployé, mais pas publié : ${why.message}`, { code: why.code, exit: why.exit, details });
    this.report = report;
  }
}

/**
 * Publishes a draft.
 * @param name that it gets; it keeps its own without one
 * @throws NotPublished where no page of the site would be shown, or pages would show errors, or the service refuses or does not answer
 */
export async function publish(remote: Remote, name: string | undefined, report: DeployReport): Promise<DeployReport> {
  const { theme } = report;
  let problems = report.problems;
  try {
    const diagnostics = theme ? await remote.diagnostics(theme.id) : [];
    problems = problemsIn(diagnostics, report);
    assertReadable(diagnostics);
    if (!theme || problems.length > 0) throw brokenPages(problems);
    const nom = name ?? theme.nom;
    await remote.change({ id: theme.id, publier: true, ...(nom !== theme.nom && { nom }) });
    return { ...report, theme: { id: theme.id, nom, role: 'publie' }, isPublished: true };
  } catch (error) {
    if (!(error instanceof CommandRefusal)) throw error;
    throw new NotPublished(error, { ...report, problems }, remote.access.address);
  }
}

function brokenPages(problems: readonly Diagnostic[]): CommandRefusal {
  const head = 'des fichiers du site ne vont pas avec le code.';
  const advice = 'Corrigez-les dans le studio, ou publiez quand même par « vitrine publier ».';
  return new CommandRefusal([head, ...problems.map(problemLine), advice].join('\n'), { code: BROKEN_PAGES });
}
