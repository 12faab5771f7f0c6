import { boundName, type Scopes, scopesOf } from '../../document/scopes.ts';
import type { ThemeDocuments } from '../../document/theme-documents.ts';
import { type Call, isAskedAround, type Read } from '../../document/uses.ts';
import type { Name, Span } from '../../syntax/expression.ts';
import { CANDIDATES_AT_MOST } from '../../text/nearest.ts';
import { adviceOn } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';

/** What `render` passes: parameters that the snippet does not read, that it lacks, that stand twice. */
export const calls: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge({ path }, theme, report) {
    const called = theme.known(calledSnippets);
    for (const call of theme.known(scopesOf).uses(path)?.calls ?? []) {
      const { meaning, snippet } = call;
      if (snippet === undefined || meaning.tag !== 'render') continue;
      judgeTwice(call, snippet, report);
      const wanted = called(snippet);
      if (!wanted) continue;
      const meant = judgePassed(call, wanted, report);
      const passed = passedNames(call, snippet);
      for (const nom of wanted.required) {
        if (passed.has(nom) || meant.has(nom)) continue;
        report('parametre_manquant', placeOfFile(call), { snippet, nom });
      }
    }
  },
};

/** What calls of a snippet should pass. */
interface Wanted {
  readonly snippet: string;
  /** The names that it reads or declares; undefined where it may read any. */
  readonly known: ReadonlySet<string> | undefined;
  /** Those that a call may have meant by another name. */
  readonly meant: readonly string[];
  /**
   * Those that every call has to pass: the ones that `{% doc %}` does not put in brackets. Without it, those that the snippet puts out
   * whatever they are, and that all calls pass but one.
   */
  readonly required: readonly string[];
}

/** @returns undefined for a snippet of which nothing can be said */
function calledSnippets(theme: ThemeDocuments): (snippet: string) => Wanted | undefined {
  const scopes = theme.known(scopesOf);
  const known = new Map<string, Wanted | undefined>();
  return (snippet) => {
    if (!known.has(snippet)) known.set(snippet, wantedBy(snippet, theme, scopes));
    return known.get(snippet);
  };
}

function wantedBy(snippet: string, theme: ThemeDocuments, scopes: Scopes): Wanted | undefined {
  const path = `snippets/${snippet}.liquid`;
  const uses = scopes.uses(path);
  const isBroken = theme.files.get(path)?.liquid().mistakes.length !== 0;
  if (!uses || isBroken || scopes.shares(path)) return undefined;
  const declared = uses.parameters ?? [];
  const names = declared.map(({ name }) => name.text);
  const own = new Set([...uses.setsOf.keys(), ...uses.loopNames]);
  const read = [...uses.names].filter((name) => !own.has(name));
  return {
    snippet,
    known: uses.namesAreComputed ? undefined : new Set([...names, ...uses.names]),
    meant: names.length > 0 ? names : read,
    required:
      names.length > 0
        ? declared.flatMap(({ name, isOptional }) => (isOptional ? [] : [name.text]))
        : missedOnce(snippet, path, own, scopes),
  };
}

/** What a snippet without declarations puts out always, and all calls pass but one. */
function missedOnce(snippet: string, path: string, own: ReadonlySet<string>, scopes: Scopes): readonly string[] {
  const calls = scopes.callsOf(snippet);
  if (scopes.isOpen(path) || calls.length < FEWEST_CALLS) return [];
  const passes = new Map<string, number>();
  for (const { call } of calls) {
    for (const name of passedNames(call, snippet)) passes.set(name, (passes.get(name) ?? 0) + 1);
  }
  const shown = new Set(scopes.uses(path)?.reads.flatMap((read) => shownName(read) ?? []));
  return [...shown].filter((name) => !own.has(name) && passes.get(name) === calls.length - 1);
}

/** Two calls that agree may agree by chance with a third that does not. */
const FEWEST_CALLS = 3;

const placeOf = ({ text, offset }: Name): Span => ({ offset, end: offset + text.length });

const placeOfFile = ({ meaning: { file }, node }: Call): Span =>
  (file.kind === 'literal' && file.place) || { offset: node.start, end: node.end };

function passedNames({ meaning }: Call, snippet: string): ReadonlySet<string> {
  const bound = boundName(meaning, snippet);
  return new Set([...(bound === undefined ? [] : [bound]), ...meaning.passed.map(({ name }) => name.text)]);
}

function judgeTwice({ meaning }: Call, snippet: string, report: Report): void {
  const bound = boundName(meaning, snippet);
  const seen = new Set<string | undefined>([bound]);
  for (const { name } of meaning.passed) {
    if (seen.has(name.text)) report('parametre_en_double', placeOf(name), { nom: name.text });
    seen.add(name.text);
  }
}

/** @returns the parameters that were likely meant by names that the snippet does not have */
function judgePassed(call: Call, { snippet, known, meant }: Wanted, report: Report): ReadonlySet<string> {
  const found = new Set<string>();
  const unknown = known ? call.meaning.passed.filter(({ name }) => !known.has(name.text)) : [];
  if (unknown.length === 0) return found;
  const passed = passedNames(call, snippet);
  // Among too many names none is looked for: they need not be gone through for each call.
  const areTooMany = meant.length - passed.size > CANDIDATES_AT_MOST;
  const others = areTooMany ? meant : meant.filter((name) => !passed.has(name));
  for (const { name } of unknown) {
    const { near, conseil, correction } = adviceOn(name.text, placeOf(name), others);
    if (near) found.add(near.name);
    report('parametre_inconnu', placeOf(name), { snippet, nom: name.text, conseil }, correction);
  }
  return found;
}

/** The name of a variable that is put out, where no condition around the place asks for it. */
function shownName({ use, lookup: { root }, around }: Read): string | undefined {
  return use === 'shown' && typeof root === 'string' && !isAskedAround(root, around) ? root : undefined;
}
