/** Renders every section of a theme with odd settings, and the theme with odd settings of its own, and tells what does not bear them. */
import type { ThemeFiles } from '../../../engine/index.ts';
import { isRecord, recordAt } from '../../../engine/json/values.ts';
import { schemaTextOf } from '../../../engine/language/liquid-source.ts';
import { nameOf, roleOf, SETTINGS_SCHEMA } from '../../../engine/language/paths.ts';
import { askedAt } from '../../http/site/page-address.ts';
import { templateOf } from '../../sites/draft-page.ts';
import { Sample } from '../preview/sample/sample-schema.ts';
import type { Examiner } from './examiner.ts';
import { type Finding, withoutPoint } from './findings.ts';
import { inTurns } from './in-turns.ts';
import { jsonObject, jsonValue } from './json-text.ts';
import { contentNamed, markedContent } from './marked-content.ts';
import { Cast, PRESENT, type Scene, type Showing, type Stage, showingOf } from './stage.ts';
import { withThemeSettings } from './theme-settings.ts';
import {
  apartFrom,
  fillableOf,
  filledSection,
  type Given,
  settingsOf,
  type Variant,
  valuesFor,
  variantsOf,
} from './variants.ts';

/** What one section, or the settings of the whole theme, came to. */
export interface Trial {
  /** Path of the file whose settings they are. */
  readonly path: string;
  /** How many times it was rendered. */
  readonly renders: number;
  readonly findings: readonly Finding[];
}

export interface Trials {
  readonly stage: Stage;
  readonly examiner: Examiner;
  readonly files: ThemeFiles;
  readonly showing: Showing;
}

/** Faults of one file that are told, and whose setting is looked for: mending one often mends others. */
const TOLD = 10;

/** Pages, then lists of articles, whose templates are looked at. */
const PAGES = 500;
const LISTS = 100;

/** The address of a page that does not exist. */
const NOWHERE = '/vitrine-page-absente';

/** Files that have settings: the sections, then the theme's own. @param isWanted by path */
export async function tryOddSettings(trials: Trials, isWanted: (path: string) => boolean): Promise<Trial[]> {
  const found: Trial[] = [];
  const homes = addressesOfSections(trials);
  for (const [path, source] of Object.entries(trials.files)) {
    if (roleOf(path) === 'section' && isWanted(path)) found.push(await trySection(trials, path, source, homes));
  }
  if (SETTINGS_SCHEMA in trials.files && isWanted(SETTINGS_SCHEMA)) found.push(await tryTheme(trials));
  return found;
}

/** One page for each template, and by type of section the page whose template has it. */
interface Homes {
  readonly addresses: readonly string[];
  readonly ofType: ReadonlyMap<string, string>;
}

function addressesOfSections({ files, showing: { site } }: Trials): Homes {
  const ofTemplate = new Map<string, string>();
  const ofType = new Map<string, string>();
  const { addresses } = site;
  for (const address of [...addresses.slice(0, PAGES), ...addresses.slice(-LISTS), NOWHERE]) {
    const templates = site.view(askedAt(address).view)?.templates ?? ['404'];
    const name = templateOf(files, templates);
    if (name === null || ofTemplate.has(name)) continue;
    ofTemplate.set(name, address);
    const sections = recordAt(jsonObject(files[`templates/${name}.json`]), 'sections');
    for (const { type } of Object.values(sections).filter(isRecord)) {
      if (typeof type === 'string' && !ofType.has(type)) ofType.set(type, address);
    }
  }
  return { addresses: [...ofTemplate.values()], ofType };
}

/** One way to render what is tried. */
interface Attempt {
  readonly variant: Variant;
  readonly address: string;
  /** Another content than the usual one. */
  readonly showing?: Showing;
}

/** A site in which nobody has written anything yet, and one whose every text has HTML in it. @param address of a page of the usual site */
const onOtherSites = (variant: Variant, address: string, { sample }: Showing): readonly Attempt[] => [
  {
    variant: { ...variant, label: 'site sans page, menu ni article' },
    address: '/',
    showing: showingOf(Sample.parse({ nom: 'Site' }), PRESENT),
  },
  {
    variant: { ...variant, label: 'textes du site avec HTML et guillemets' },
    address,
    showing: showingOf(markedContent(sample), PRESENT),
  },
];

type Fault = {
  readonly key: string;
  readonly attempt: Attempt;
  readonly mark: number | null;
} & Pick<Finding, 'gravite' | 'chemin' | 'ligne' | 'colonne' | 'message'>;

async function trySection(trials: Trials, path: string, source: string, { addresses, ofType }: Homes): Promise<Trial> {
  const type = nameOf(path);
  const fillable = fillableOf(jsonObject(schemaTextOf(source)));
  const own = ofType.get(type) ?? addresses[0] ?? '/';
  const [plain, ...variants] = variantsOf(fillable);
  const attempts: Attempt[] = [
    ...addresses.map((address) => ({ variant: plain, address })),
    ...variants.map((variant) => ({ variant, address: own })),
    ...onOtherSites(plain, own, trials.showing),
  ];
  let renders = 0;
  const stageFor: StageFor = (some) => {
    const templates = Object.fromEntries(
      some.map(({ variant }, place) => [
        `templates/${templateName(place)}.json`,
        JSON.stringify({ sections: { [type]: filledSection(type, variant) }, order: [type] }),
      ]),
    );
    const cast = Cast.bare(trials.files, templates);
    return ({ address, showing }, place) => {
      renders++;
      // The sandbox keeps one content of a theme warm.
      const own = showing ? Cast.bare(trials.files, templates) : cast;
      return trials.stage.render(own, showing ?? trials.showing, address, templateName(place));
    };
  };
  const findings = await lookedThrough(trials, path, attempts, stageFor);
  return { path, renders, findings };
}

/** No file of a theme can have this name. */
const templateName = (place: number): string => `essai/${place}`;

/** The home page, frame and all, with odd settings of the theme. */
async function tryTheme(trials: Trials): Promise<Trial> {
  const { files, stage, showing } = trials;
  const groups = jsonValue(files[SETTINGS_SCHEMA]);
  const lists = (Array.isArray(groups) ? groups : []).map((group) => (isRecord(group) ? group.settings : undefined));
  const settings = settingsOf(lists.filter(Array.isArray).flat(), undefined, 0);
  const [plain, ...more] = variantsOf({ settings, blocks: [], maxBlocks: undefined });
  const variants = [plain, ...more].filter(({ blocks }) => blocks.length === 0);
  let renders = 0;
  const play: Play = ({ variant, address, showing: own = showing }) => {
    renders++;
    return stage.render(Cast.whole(withThemeSettings(files, valuesFor(variant))), own, address);
  };
  const attempts = [...variants.map((variant) => ({ variant, address: '/' })), ...onOtherSites(plain, '/', showing)];
  const findings = await lookedThrough(trials, SETTINGS_SCHEMA, attempts, () => play);
  return { path: SETTINGS_SCHEMA, renders, findings };
}

/** Renders one attempt. @param place of the attempt among those that its stage was made for */
type Play = (attempt: Attempt, place: number) => Promise<Scene>;
/** Makes what some attempts are rendered with. */
type StageFor = (some: readonly Attempt[]) => Play;

/** Renders all attempts, and finds for each fault the setting that does it. After one that the sandbox ended no other is begun. */
async function lookedThrough(
  { examiner }: Trials,
  path: string,
  attempts: readonly Attempt[],
  stageFor: StageFor,
): Promise<Finding[]> {
  const faultsOf = async (some: readonly Attempt[]): Promise<Fault[]> => {
    const play = stageFor(some);
    const look = async (attempt: Attempt, place: number) => {
      const scene = await play(attempt, place);
      return { ending: scene.ending, faults: await faultsIn(examiner, path, attempt, scene) };
    };
    const seen = await inTurns(some, look, ({ ending }) => ending === 'harm');
    // What was refused beside an attempt that did harm is not to blame.
    const isHarmed = seen.some(({ ending }) => ending === 'harm');
    return seen.flatMap(({ ending, faults }) => (isHarmed && ending === 'refused' ? [] : faults));
  };
  const first = new Map<string, Fault>();
  for (const fault of await faultsOf(attempts)) if (!first.has(fault.key)) first.set(fault.key, fault);
  const findings: Finding[] = [];
  for (const fault of [...first.values()].slice(0, TOLD)) {
    const { given } = fault.attempt.variant;
    const named = fault.mark === null ? null : given.find(({ setting }) => setting.mark === fault.mark);
    const alone = named ? null : await aloneIn(fault, faultsOf);
    findings.push(findingOf(path, fault, named ?? alone));
  }
  return findings;
}

/** The value that does the same harm when all others are the defaults. */
async function aloneIn(
  { key, attempt: { variant, address } }: Fault,
  faultsOf: (some: readonly Attempt[]) => Promise<Fault[]>,
): Promise<Given | null> {
  const apart = apartFrom(variant).map((one) => ({ variant: one, address }));
  if (apart.length === 0) return null;
  return (await faultsOf(apart)).find((fault) => fault.key === key)?.attempt.variant.given[0] ?? null;
}

async function faultsIn(examiner: Examiner, path: string, attempt: Attempt, scene: Scene): Promise<Fault[]> {
  const common = { attempt, mark: null };
  const failed = scene.incidents.map(({ chemin, ligne, colonne, message }): Fault => {
    const place = { chemin: chemin || path, ...(ligne !== undefined && { ligne, colonne: colonne ?? 1 }) };
    return {
      ...common,
      ...place,
      // Which limit is met first depends on the machine.
      key: scene.ending === 'harm' ? 'harm' : JSON.stringify([place, message]),
      gravite: 'echec',
      message: withoutPoint(message),
    };
  });
  if (scene.status === 503) return failed;
  const examined = await examiner.search(scene);
  if (examined === null) return [{ ...common, key: 'time', gravite: 'echec', chemin: path, message: TOO_LONG }];
  return [
    ...failed,
    ...examined.map(({ kind, what }): Fault => {
      const mark = kind === 'markup' ? Number(what) : null;
      const message = mark === null ? what : `${contentNamed(mark) ?? 'le texte du réglage'} ${BECAME_MARKUP}`;
      const gravite = kind === 'empty' ? 'avertissement' : 'echec';
      return { ...common, mark, key: `${kind} ${what}`, gravite, chemin: path, message };
    }),
  ];
}

const BECAME_MARKUP = 'devient du balisage : il manque « | escape »';
const TOO_LONG = 'le HTML est trop long pour être relu';

function findingOf(
  path: string,
  { attempt: { variant, address }, key: _, mark: _mark, ...rest }: Fault,
  given: Given | null,
): Finding {
  const where = path.startsWith('sections/') && address !== '/' ? ` à l’adresse ${address}` : '';
  if (given === null) {
    const all = {
      reglages: valuesFor(variant),
      blocs: variant.blocks.map((type) => ({ type, reglages: valuesFor(variant, type) })),
    };
    return { ...rest, essai: `${variant.label}${where}`, ...(variant.given.length > 0 && all) };
  }
  const { setting, odd } = given;
  return {
    ...rest,
    essai: `${odd.label}${where}`,
    reglage: setting.id,
    ...(setting.block !== undefined && { bloc: setting.block }),
    ...(odd.value !== undefined && { valeur: odd.value }),
  };
}
