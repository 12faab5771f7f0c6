import type { Conflict, Upgrade, UpgradedFile } from '../../contract/upgrade.ts';
import { diffText } from '../sync/diff-text.ts';
import { printPaths } from '../sync/print.ts';
import type { Terminal } from '../terminal.ts';

/** Each list of files: what it says above, and the sign before each path by what was done with the file. */
const LISTS = [
  ['Le catalogue a changé :', ['catalogue', 'ajoute', 'retire']],
  ['Changés des deux côtés, à des endroits différents ; se fusionnent :', ['fusionne']],
  ['Changés des deux côtés de la même façon :', ['identique']],
  ['Vous avez changé ; restent tels quels :', ['proprietaire']],
] as const;

const SIGNS = { modifie: '~', ajoute: '+', retire: '-' } as const;

/** Prints what the catalog and the owner have changed, then the conflicts. */
export function printUpgrade(terminal: Terminal, { fichiers: files }: Upgrade): void {
  for (const [sentence, states] of LISTS) {
    const those = files.filter(({ etat }) => (states as readonly string[]).includes(etat));
    if (those.length === 0) continue;
    terminal.say(sentence);
    for (const sign of Object.values(SIGNS)) {
      printPaths(
        terminal,
        sign,
        those.filter((file) => signOf(file) === sign).map(({ chemin }) => chemin),
      );
    }
  }
  for (const file of files.filter(({ etat }) => etat === 'conflit')) printConflicts(terminal, file);
}

const signOf = ({ catalogue, proprietaire }: UpgradedFile) => SIGNS[catalogue ?? proprietaire ?? 'modifie'];

function printConflicts(terminal: Terminal, { chemin, conflits = [], autres_conflits: more }: UpgradedFile): void {
  for (const conflict of conflits) {
    terminal.show(terminal.paint('yellow', `${chemin}${placeOf(conflict)} : changé des deux côtés`));
    const { proprietaire, catalogue, coupe } = conflict;
    const paint: Terminal['paint'] = (style, text) => terminal.paint(style, text);
    terminal.show(
      diffText({ path: chemin, before: proprietaire, after: catalogue, sides: ['vous', 'catalogue'] }, paint),
    );
    if (coupe) terminal.show('… (plus long que ce qui est montré)');
  }
  if (more) terminal.show(`… et ${more} ${more === 1 ? 'autre conflit' : 'autres conflits'} dans ${chemin}`);
}

const placeOf = ({ ligne, cles }: Conflict): string => {
  if (ligne !== undefined) return `, ligne ${ligne}`;
  return cles ? `, ${cles.join(' › ')}` : '';
};
