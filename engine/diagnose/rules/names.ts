import { roleOfFile } from '../../document/role-objects.ts';
import { loopsAround, type Scopes, scopesOf } from '../../document/scopes.ts';
import { isAskedAround, type Read, type Uses } from '../../document/uses.ts';
import { keyOf } from '../../document/walk.ts';
import { OF_LAYOUT, OF_PAGE, OF_SECTION } from '../../language/objects.ts';
import type { Role } from '../../language/paths.ts';
import type { Span } from '../../syntax/expression.ts';
import { type Advice, adviceOn, insteadOf, LOOKS_AT_MOST } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';

/** Variables that are read where nothing gives them a value. */
export const names: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge({ path }, theme, report) {
    const scopes = theme.known(scopesOf);
    const uses = scopes.uses(path);
    const looks = { left: LOOKS_AT_MOST };
    for (const read of uses?.reads ?? []) {
      const { root, offset } = read.lookup;
      // The lenient reading takes other signs for names, too.
      if (typeof root !== 'string' || !/^[A-Za-z_]\w*$/.test(root)) continue;
      if (uses?.swallowed.has(root)) continue;
      const place = { offset, end: offset + root.length };
      const variable = scopes.variable(path, root, read.around);
      const isEarly = variable?.by === 'file' && !variable.isGiven && isTooEarly(read, variable.sets ?? []);
      if (variable && !isEarly) continue;
      const instead = insteadOfObject(root, read, place);
      if (instead) report('objet_inconnu', place, { nom: root, conseil: instead.conseil }, instead.correction);
      else if (isEarly) report('lecture_avant_affectation', place, { nom: root });
      else judgeUnknown({ path, name: root, read, place, looks }, scopes, report);
    }
  },
};

/** Of a variable that is set more often nothing is told: each of its readings would have to look at all of them. */
const MOST_SETS = 100;

/** Whether a variable gets its values behind a place only, and no loop comes back to the place. */
function isTooEarly({ lookup, around }: Read, sets: Uses['sets']): boolean {
  if (sets.length > MOST_SETS) return false;
  const loops = new Set(loopsAround(around));
  return sets.every(
    ({ end, piped, around: there }) =>
      // `assign x = x | default: 1` says that there may be none.
      lookup.offset < end &&
      !(piped?.value === lookup && piped.filters[0]?.name === 'default') &&
      !loopsAround(there).some((loop) => loops.has(loop)),
  );
}

interface Unknown {
  readonly path: string;
  readonly name: string;
  readonly read: Read;
  readonly place: Span;
  /** How many more names may be looked for of which nothing may be told. */
  readonly looks: { left: number };
}

const ELSEWHERE: Readonly<Record<Role, string>> = {
  layout: 'dans une enveloppe',
  section: 'dans une section',
  snippet: 'dans un extrait, qui ne voit que ce que son appel lui passe',
};

function judgeUnknown({ path, name, read, place, looks }: Unknown, scopes: Scopes, report: Report): void {
  const role = roleOfFile(path);
  if (isOfLoop(name, scopes.uses(path))) report('objet_hors_boucle', place, { nom: name });
  else if (ROLES.some((objects) => Object.hasOwn(objects, name))) {
    report('objet_absent_ici', place, { nom: name, ici: ELSEWHERE[role] });
  } else {
    const isDeclared = role === 'snippet' && scopes.declares(path);
    // A snippet may ask for what nobody passes now.
    const isOptional = read.use !== 'shown' || isAskedAround(name, read.around);
    const isTold = role !== 'snippet' || isDeclared || !isOptional;
    if (!isTold && looks.left-- <= 0) return;
    const otherwise = isDeclared ? ' : l’extrait ne l’annonce pas par @param.' : '.';
    const { near, conseil, correction } = adviceOn(name, place, namesAt(path, read, scopes), otherwise);
    if (role !== 'snippet' || isDeclared) {
      report('objet_inconnu', place, { nom: name, conseil }, correction);
    } else if (isTold || near?.isSure) {
      report('parametre_jamais_passe', place, { nom: name, conseil }, correction);
    }
  }
}

/** What to write instead of an object of another platform, and of its property where that has a name here. */
function insteadOfObject(name: string, { lookup }: Read, place: Span): Advice | undefined {
  const [segment] = lookup.path;
  const key = keyOf(segment);
  const whole = { offset: lookup.offset, end: segment?.end ?? place.end };
  const ofProperty = key === undefined ? undefined : insteadOf('property', `${name}.${key}`, whole);
  return ofProperty ?? insteadOf('object', name, place);
}

/** The names that are there at a place. */
function* namesAt(path: string, { around }: Read, scopes: Scopes): Generator<string> {
  let left = NAMES_AT_MOST;
  for (const name of scopes.namesIn(path)) {
    if (left-- <= 0) return;
    if (scopes.variable(path, name, around)) yield name;
  }
}

/** Of a file that has more names, only the first may be meant. */
const NAMES_AT_MOST = 1_000;

const ROLES = [OF_PAGE, OF_SECTION, OF_LAYOUT];

/** Whether a name is there in a loop only: its turn, or the variable of a loop of the file. */
const isOfLoop = (name: string, uses: Uses | undefined): boolean =>
  name === 'forloop' || name === 'tablerowloop' || uses?.loopNames.has(name) === true;
