import { scopesOf } from '../document/scopes.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import { CONSTANTS, OBJECTS } from '../language/objects.ts';
import { isFileName, isPathLength } from '../language/paths.ts';
import { COMPUTED } from '../language/value-types.ts';
import { placesOf } from './references.ts';
import { fileOf, type Thing } from './things.ts';

const VARIABLE = /^[A-Za-z_][\w-]*\??$/;
const ID = /^[A-Za-z_][\w-]*$/;
const BLOCK_TYPE = /^[\w@][\w.@-]*$/;
const KEY = /^[\w.-]+$/;

/** Why something cannot have a name; null when it can. */
export function refusalOf(theme: ThemeDocuments, thing: Thing, newName: string): string | null {
  switch (thing.kind) {
    case 'snippet':
    case 'section':
    case 'asset':
      return refusalOfFile(theme, thing, newName);
    case 'variable':
      return refusalOfVariable(theme, thing.owner, newName);
    case 'parameter': {
      const path = fileOf({ kind: 'snippet', name: thing.owner }) ?? '';
      return refusalOfParameter(theme, thing) ?? refusalOfVariable(theme, path, newName);
    }
    case 'block type':
      if (!BLOCK_TYPE.test(newName))
        return 'Le type d’un bloc a des lettres sans accent, des chiffres, des tirets et « _ ».';
      return isNamed(theme, thing, newName) ? `Cette section a déjà un bloc de type « ${newName} ».` : null;
    case 'placed section':
    case 'placed block':
      if (!KEY.test(newName))
        return 'Une clé a des lettres sans accent, des chiffres, des points, des tirets et « _ ».';
      return isNamed(theme, thing, newName) ? `La clé « ${newName} » existe déjà.` : null;
    default:
      if (!ID.test(newName) || isTaken(newName)) {
        return 'L’identifiant d’un réglage commence par une lettre sans accent et n’a que des lettres, des chiffres, des tirets et « _ ».';
      }
      if (thing.kind === 'theme setting' && newName === 'sections')
        return '« sections » contient les valeurs des sections.';
      return isNamed(theme, thing, newName) ? `Un réglage s’appelle déjà « ${newName} ».` : null;
  }
}

const isTaken = (name: string): boolean => (COMPUTED as readonly string[]).includes(name);

const isNamed = (theme: ThemeDocuments, thing: Thing, name: string): boolean =>
  placesOf(theme, { ...thing, name }).length > 0;

function refusalOfFile(theme: ThemeDocuments, thing: Thing, newName: string): string | null {
  const [from, to] = [fileOf(thing) ?? '', fileOf({ ...thing, name: newName }) ?? ''];
  if (!theme.has(from)) return `Le fichier ${from} n’existe pas.`;
  const file = to.slice(to.indexOf('/') + 1);
  if (!isFileName(file)) {
    return 'Le nom du fichier commence par une lettre sans accent ou un chiffre, et ne contient que des lettres sans accent, des chiffres, des points, des tirets et « _ ».';
  }
  if (!isPathLength(to)) return 'Le chemin d’un fichier a de 3 à 120 caractères.';
  if (thing.kind === 'asset' && extensionOf(from) !== extensionOf(to)) return 'Un fichier garde son extension.';
  return theme.has(to) ? 'Un fichier existe déjà à ce chemin.' : null;
}

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.'));

function refusalOfVariable(theme: ThemeDocuments, path: string, newName: string): string | null {
  const scopes = theme.known(scopesOf);
  const uses = scopes.uses(path);
  if (!VARIABLE.test(newName) || (CONSTANTS as readonly string[]).includes(newName)) {
    return 'Le nom d’une variable commence par une lettre sans accent et n’a que des lettres, des chiffres, des tirets et « _ ».';
  }
  if (Object.hasOwn(OBJECTS, newName) && newName !== 'block') return `« ${newName} » est déjà un objet du langage.`;
  if ((theme.files.get(path)?.liquid().mistakes.length ?? 0) > 0)
    return 'Ce fichier a des erreurs : corrigez-les d’abord.';
  if (scopes.shares(path))
    return 'Ce fichier partage ses variables par « include » : elles ne peuvent pas être renommées ici.';
  if (uses?.namesAreComputed)
    return 'Ce fichier calcule le nom de variables : elles ne peuvent pas être renommées ici.';
  const names = [
    ...(uses?.names ?? []),
    ...(uses?.setsOf.keys() ?? []),
    ...(uses?.loops ?? []).map(({ variable }) => variable.text),
  ];
  return names.includes(newName) ? `« ${newName} » existe déjà dans ce fichier.` : null;
}

/** The snippet's own name is that of a value that is passed without one. */
function refusalOfParameter(theme: ThemeDocuments, { name, owner }: Thing): string | null {
  const calls = theme.known(scopesOf).callsOf(owner);
  const isUnnamed = name === owner && calls.some(({ call }) => call.meaning.bound && !call.meaning.alias);
  return isUnnamed ? `Un appel passe « ${name} » sans le nommer : écrivez « as ${name} » derrière cette valeur.` : null;
}
