import { SETTINGS_SCHEMA } from '../../../engine/language/paths.ts';
import type { Renderer } from '../../../sandbox/index.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { Context } from '../commands/context.ts';
import { EXIT } from '../exit-codes.ts';
import { contentFileOf } from '../preview/sample/content-file.ts';
import { readSample } from '../preview/sample/sample-source.ts';
import type { Terminal } from '../terminal.ts';
import { startOfflineRenderer } from '../workspace/offline-renderer.ts';
import { readThemeFolder, type ThemeFolder } from '../workspace/theme-folder.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { Examiner } from './examiner.ts';
import { type Finding, withoutPoint } from './findings.ts';
import { junitReport } from './junit.ts';
import { tryOddSettings } from './odd-settings.ts';
import type { TesterOptions } from './options.ts';
import { hasFailed, type Outcome, printTested, resultOf, type Tested } from './report.ts';
import { runTests } from './run-tests.ts';
import { PRESENT, type Showing, Stage, showingOf } from './stage.ts';
import { readTests, TESTS, type TestsRead } from './test-files.ts';

/**
 * `vitrine tester [dossier]`: runs the tests of a theme, and renders each of its sections with odd settings. Without server and network.
 * @throws CommandRefusal as `testFolder` and `printOutcome`
 */
export async function testTheme(
  { terminal, signal }: Context,
  named: string | undefined,
  options: TesterOptions,
): Promise<void> {
  const folder = await themeFolder(named);
  const theme = await readThemeFolder(folder);
  const renderer = await startOfflineRenderer();
  const examiner = new Examiner();
  try {
    const testing = testFolder({ folder, theme, renderer, examiner, options });
    printOutcome(await Promise.race([testing, interruptedBy(signal)]), options, terminal);
  } finally {
    await Promise.all([renderer.close(0), examiner.close()]);
  }
}

/** Never resolves; rejects when the command is interrupted, which waits for no page. */
const interruptedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** @throws CommandRefusal when a test has failed */
export function printOutcome(tested: Tested, { junit }: TesterOptions, terminal: Terminal): void {
  if (junit) terminal.copy(junitReport(tested));
  else printTested(tested, terminal);
  const failed = tested.outcomes.filter(hasFailed).length;
  const result = resultOf(tested);
  if (failed === 0) {
    terminal.result(result);
    return;
  }
  const sentence = failed > 1 ? `${failed} tests ont échoué.` : 'Un test a échoué.';
  throw new CommandRefusal(sentence, { code: 'echec', details: result });
}

export interface Work {
  readonly folder: string;
  readonly theme: ThemeFolder;
  readonly renderer: Renderer;
  readonly examiner: Examiner;
  readonly options: TesterOptions;
}

/** @throws CommandRefusal when the content or the folder of the tests cannot be read, or no test has the asked name */
export async function testFolder(work: Work): Promise<Tested> {
  const { folder, theme, renderer, examiner, options } = work;
  const isWanted = (name: string) => options.filtre === undefined || name.includes(options.filtre);
  const read: TestsRead = options.reglages ? { tests: [], refused: [], kept: [] } : await readTests(renderer, folder);
  const accepts = acceptedBy(options, read);
  const isMeant = (nom: string) => isWanted(nom) && (typeof options.accepter !== 'string' || accepts(nom));
  const tests = read.tests.filter(({ nom }) => isMeant(nom));
  const showing = await contentOf(work);
  const common = { stage: new Stage(renderer), examiner, files: Object.fromEntries(theme.files), showing };
  const run = await runTests({ ...common, root: folder, accepts }, tests);
  const isTried = !options.sansReglages && options.accepter === undefined;
  const tried = isTried ? await tryOddSettings(common, (path) => isWanted(triedName(path))) : [];
  if (options.filtre !== undefined && tests.length + tried.length + read.refused.length === 0) {
    const sentence = `Aucun test ni aucune section n’a « ${options.filtre} » dans son nom.`;
    throw new CommandRefusal(sentence, { code: 'sans_test', exit: EXIT.usage });
  }
  const outcomes: Outcome[] = [
    ...read.refused.map((finding) => ({ ...fileOf(finding), findings: [finding] })),
    ...run.map((one): Outcome => ({ genre: 'test', ...one })),
    ...tried.map(({ path, ...rest }): Outcome => ({ genre: 'reglages', nom: triedName(path), chemin: path, ...rest })),
  ];
  const unread = theme.unreadable.map(
    ({ chemin, message }): Finding => ({
      gravite: 'avertissement',
      chemin,
      message: withoutPoint(message),
    }),
  );
  const unnamed = read.refused.length > 0 ? [] : unnamedIn(read);
  return { folder, outcomes, notices: [...unread, ...unnamed] };
}

const fileOf = ({ chemin }: Finding) => ({ genre: 'fichier', nom: chemin, chemin }) as const;

/** What odd settings are tried of: a section by its name, the theme's own settings as `theme`. */
const triedName = (path: string): string =>
  path === SETTINGS_SCHEMA ? 'theme' : path.replace(/^sections\/|\.liquid$/g, '');

async function contentOf({ folder, theme, renderer, options }: Work): Promise<Showing> {
  const reading = await readSample(renderer, await contentFileOf(folder, options.contenu), theme);
  if (reading.kind === 'sample') return showingOf(reading.found.sample, PRESENT);
  const [mistake] = reading.mistakes;
  const { chemin = '', ligne, colonne = 1, message = '' } = mistake ?? {};
  const place = ligne === undefined ? chemin : `${chemin}:${ligne}:${colonne}`;
  throw new CommandRefusal(`${place}: ${message}`, { code: 'contenu_invalide' });
}

function acceptedBy({ accepter }: TesterOptions, { tests, refused }: TestsRead): (name: string) => boolean {
  if (accepter === undefined) return () => false;
  if (accepter === true) return () => true;
  // The test may stand in a file that cannot be read, which is told.
  if (refused.length > 0 || tests.some(({ nom }) => nom === accepter)) return (name) => name === accepter;
  const known = tests.map(({ nom }) => nom).slice(0, 20);
  const advice = known.length > 0 ? ` Les tests : ${known.join(', ')}.` : '';
  throw new CommandRefusal(`Aucun test ne s’appelle « ${accepter} ».${advice}`, {
    code: 'sans_test',
    exit: EXIT.usage,
  });
}

/** Kept HTML that no test names any more. */
function unnamedIn({ tests, kept }: TestsRead): Finding[] {
  const named = new Set(tests.filter(({ isKept }) => isKept).map(({ nom }) => `${nom}.html`));
  return kept
    .filter((name) => !named.has(name))
    .map((name) => ({
      gravite: 'avertissement',
      chemin: `${TESTS}/${name}`,
      message: 'aucun test ne garde plus ce fichier',
    }));
}
