/** Renders what tests name, and compares it with what they expect and with what is kept. */
import { join } from 'node:path';
import type { ThemeFiles } from '../../../engine/index.ts';
import { isRecord, type Values } from '../../../engine/json/values.ts';
import { schemaTextOf } from '../../../engine/language/liquid-source.ts';
import { declaredIn } from '../../../engine/language/setting-types.ts';
import { nearest } from '../../../engine/text/nearest.ts';
import { askedAt } from '../../http/site/page-address.ts';
import { templateOf } from '../../sites/draft-page.ts';
import { UNRENDERED } from '../../sites/rehearsal/sections.ts';
import { isStorable } from '../../storage/storable-text.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import { readThemeFile } from '../workspace/theme-file.ts';
import { replaceWhole } from '../workspace/whole-file.ts';
import type { Examination } from './examination.ts';
import type { Examiner } from './examiner.ts';
import { type Finding, withoutPoint } from './findings.ts';
import { inTurns } from './in-turns.ts';
import { jsonObject } from './json-text.ts';
import { placedSection } from './placed-section.ts';
import { Cast, type Scene, type Showing, type Stage, showingOf } from './stage.ts';
import { TESTS, type ThemeTest } from './test-files.ts';
import { withThemeSettings } from './theme-settings.ts';

/** What a test came to. */
export interface TestOutcome {
  readonly nom: string;
  readonly chemin: string;
  readonly findings: readonly Finding[];
  /** What `--accepter` did to its kept HTML. */
  readonly written?: 'nouveau' | 'remplace';
}

export interface TestRun {
  readonly root: string;
  readonly stage: Stage;
  readonly examiner: Examiner;
  readonly files: ThemeFiles;
  /** The content of tests that have none of their own. */
  readonly showing: Showing;
  /** Whether the HTML of this test becomes the kept one. */
  readonly accepts: (name: string) => boolean;
}

/** Runs tests; their outcomes have their order. */
export function runTests(run: TestRun, tests: readonly ThemeTest[]): Promise<TestOutcome[]> {
  const whole = wholeThemes(run.files);
  return inTurns(tests, async (test) => {
    const { nom, chemin } = test;
    const mistakes = mistakesIn(test, run.files);
    if (mistakes.length > 0) return { nom, chemin, findings: mistakes };
    const scene = await played(run, test, whole);
    return { nom, chemin, ...(await judged(run, test, scene)) };
  });
}

/** The theme as it is, once for each content: the sandbox keeps one content of a theme warm. */
function wholeThemes(files: ThemeFiles): (showing: Showing) => Cast {
  const known = new Map<Showing, Cast>();
  return (showing) => {
    const cast = known.get(showing) ?? Cast.whole(files);
    known.set(showing, cast);
    return cast;
  };
}

/** What a test names that the theme does not have. */
function mistakesIn({ section, reglages = {}, blocs = [], chemin, at }: ThemeTest, files: ThemeFiles): Finding[] {
  if (section === undefined) return [];
  const source = Object.hasOwn(files, sectionFile(section)) ? files[sectionFile(section)] : undefined;
  const refused = (message: string, ...path: (string | number)[]): Finding => ({
    gravite: 'echec',
    chemin,
    ...at(...path),
    message,
  });
  if (source === undefined) return [refused(`le thème n’a pas ${sectionFile(section)}`, 'section')];
  const schema = jsonObject(schemaTextOf(source));
  const unknown = (owner: string, list: unknown, given: Values, ...path: (string | number)[]) => {
    const declared = declaredIn(list);
    return Object.keys(given)
      .filter((id) => !declared.has(id))
      .map((id) => refused(`${owner} ne déclare pas de réglage « ${id} »${instead(id, declared.keys())}`, ...path, id));
  };
  const types = (Array.isArray(schema.blocks) ? schema.blocks : []).filter(isRecord);
  return [
    ...unknown(`la section « ${section} »`, schema.settings, reglages, 'reglages'),
    ...blocs.flatMap(({ type, reglages: given }, place) => {
      const declared = types.find((one) => one.type === type);
      if (!declared) {
        const meant = instead(
          type,
          types.map((one) => String(one.type)),
        );
        return [
          refused(`la section « ${section} » ne déclare pas de bloc « ${type} »${meant}`, 'blocs', place, 'type'),
        ];
      }
      return unknown(`le bloc « ${type} »`, declared.settings, given, 'blocs', place, 'reglages');
    }),
  ];
}

/** The end of a sentence about a misspelt name: the name that was likely meant; empty where none is near. */
function instead(name: string, candidates: Iterable<string>): string {
  const meant = nearest(name, candidates);
  return meant ? `, mais « ${meant.name} »` : '';
}

const sectionFile = (type: string): string => `sections/${type}.liquid`;

async function played(
  { stage, files, showing }: TestRun,
  test: ThemeTest,
  whole: (showing: Showing) => Cast,
): Promise<Scene> {
  const { page = '/', section, reglages = {}, blocs = [], contenu, present, reglages_theme: settings } = test;
  const shown = contenu ? showingOf(contenu, present) : present === showing.present ? showing : showing.at(present);
  const own = settings ? withThemeSettings(files, settings) : files;
  if (section === undefined) return stage.render(settings ? Cast.whole(own) : whole(shown), shown, page);
  // The section stands alone in the template that the address asks for, under its name.
  const templates = shown.site.view(askedAt(page).view)?.templates ?? ['404'];
  const name = templateOf(files, templates) ?? templates[0] ?? 'index';
  const blocks = blocs.map((block) => ({ type: block.type, settings: block.reglages }));
  const template = { sections: { [section]: placedSection(section, reglages, blocks) }, order: [section] };
  const cast = Cast.bare(own, { [`templates/${name}.json`]: JSON.stringify(template) });
  return stage.render(cast, shown, page, name);
}

/** The findings of a test; writes its kept HTML where that is accepted and nothing else is wrong. */
async function judged(
  { root, examiner, accepts }: TestRun,
  test: ThemeTest,
  scene: Scene,
): Promise<Pick<TestOutcome, 'findings' | 'written'>> {
  const { nom, chemin, at, attendu = [], isKept } = test;
  const path = `${TESTS}/${nom}.html`;
  const kept = isKept ? await readThemeFile(root, path) : null;
  const before = kept?.kind === 'content' ? kept.content : undefined;
  const examined = await examiner.examine(scene, attendu, before);
  const failure = (message: string, ...steps: (string | number)[]): Finding => ({
    gravite: 'echec',
    chemin,
    ...at(...steps),
    message,
  });
  if (examined === null) return { findings: [failure('la vérification a pris trop de temps ou de mémoire')] };
  const findings = [
    ...unexpectedErrors(test, scene, examined),
    ...examined.disappointments.flatMap((sentences, place) => sentences.map((one) => failure(one, 'attendu', place))),
  ];
  if (!isKept) return { findings };
  if (kept?.kind === 'unreadable')
    return { findings: [...findings, { gravite: 'echec', chemin: path, message: withoutPoint(kept.message) }] };
  const { difference } = examined;
  if (before !== undefined && !difference) return { findings };
  if (accepts(nom) && findings.length === 0) {
    if (!canBeKept(scene.html))
      return { findings: [failure('le HTML est trop long pour être gardé, ou contient un caractère nul')] };
    await replaceWhole(join(root, path), scene.html, join(root, TESTS));
    return { findings, written: before === undefined ? 'nouveau' : 'remplace' };
  }
  if (!difference) {
    // What fails otherwise could not be accepted yet.
    if (findings.length === 0) findings.push(failure(`rien n’est gardé dans ${path} : « --accepter ${nom} » l’écrit`));
  } else {
    const { line, text } = difference;
    const shown = { difference: text ?? '(trop de lignes diffèrent pour être montrées)' };
    findings.push({
      gravite: 'echec',
      chemin: path,
      ligne: line,
      colonne: 1,
      message: 'le HTML n’est plus celui qui est gardé',
      ...shown,
    });
  }
  return { findings };
}

/** Whether what is kept could be read again. */
const canBeKept = (html: string): boolean => html.length <= FILE_UNITS && isStorable(html);

/** What failed in the render, and a status that no test expects. */
function unexpectedErrors({ chemin, at, attendu = [] }: ThemeTest, scene: Scene, { failed }: Examination): Finding[] {
  const found: Finding[] = [];
  if (attendu.every(({ erreurs }) => erreurs === undefined)) {
    for (const { chemin: file, ligne, colonne = 1, message } of scene.incidents) {
      const place =
        file === '' ? { chemin, ...at() } : { chemin: file, ...(ligne !== undefined && { ligne, colonne }) };
      found.push({ gravite: 'echec', ...place, message: withoutPoint(message) });
    }
    for (const { kind, type } of failed) {
      if (kind === 'en erreur') continue;
      found.push({
        gravite: 'echec',
        chemin,
        ...at(),
        message: `section « ${type} » : ${withoutPoint(UNRENDERED[kind])}`,
      });
    }
  }
  const isStatusAwaited = attendu.every(({ statut }) => statut === undefined);
  if (isStatusAwaited && scene.status !== 200 && scene.incidents.length === 0) {
    found.push({ gravite: 'echec', chemin, ...at('page'), message: `le statut est ${scene.status}, et non 200` });
  }
  return found;
}
