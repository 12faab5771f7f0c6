import { findJsonMistake } from '../document/json-mistake.ts';
import { entriesOf, type JsonValue, jsonTree, textOf } from '../json/json-tree.ts';
import { lineStarts, type Position, positionAt } from '../syntax/position.ts';
import {
  type CheckChoices,
  type CheckName,
  type CheckSetting,
  type CheckSettings,
  checkName,
  isAdjustable,
} from './check-settings.ts';

/** A mistake of the file, as a sentence. */
export interface SettingsMistake {
  readonly ligne?: number;
  readonly colonne?: number;
  readonly message: string;
}

export interface SettingsReading {
  /** What can be read of the file. */
  readonly settings: CheckSettings;
  /** What makes the file unusable, in the order of the file. */
  readonly mistakes: readonly SettingsMistake[];
  /** Names of checks that have no effect. */
  readonly ineffective: readonly (CheckName & { readonly offset: number })[];
}

const CHOICES: ReadonlySet<string> = new Set<CheckSetting>(['non', 'avertissement', 'erreur']);

/**
 * Reads a `vitrine.json`: `{ "verifications": { "<code>": "non" | "avertissement" | "erreur" }, "fichiers": { "<path>": { … } } }`, where
 * each part may be left out, and `$schema` may name the schema of the file for an editor.
 * @example readSettings('{ "verifications": { "filtre_inconnu": "non" } }').settings.checks // { filtre_inconnu: 'non' }
 */
export function readSettings(text: string): SettingsReading {
  const starts = lineStarts(text);
  const mistake = findJsonMistake(text);
  const tree = mistake ? undefined : jsonTree(text, 0);
  if (!tree) {
    const { message, offset } = mistake ?? { message: 'le JSON s’imbrique trop', offset: 0 };
    const place = offset === undefined ? {} : positionAt(starts, offset);
    return { settings: { checks: {}, files: {} }, mistakes: [{ ...place, message }], ineffective: [] };
  }
  const reader = new Reader((offset) => positionAt(starts, offset));
  return reader.read(tree);
}

/** More names that have no effect are not told. */
const TOLD_AT_MOST = 100;

type PlaceOf = (offset: number) => Position;

class Reader {
  readonly #placeOf: PlaceOf;
  readonly #mistakes: SettingsMistake[] = [];
  readonly #ineffective: SettingsReading['ineffective'][number][] = [];

  constructor(placeOf: PlaceOf) {
    this.#placeOf = placeOf;
  }

  read(tree: JsonValue): SettingsReading {
    let checks: CheckChoices = {};
    let files: Readonly<Record<string, CheckChoices>> = {};
    for (const [key, { offset, value }] of this.#object(tree, 'ce fichier')) {
      if (key === 'verifications') checks = this.#choices(value, '« verifications »');
      else if (key === 'fichiers') files = this.#files(value);
      else if (key !== '$schema') {
        this.#mistake(offset, `« ${key} » n’est pas attendu ici : ce fichier a « verifications » et « fichiers »`);
      }
    }
    return { settings: { checks, files }, mistakes: this.#mistakes, ineffective: this.#ineffective };
  }

  #files(files: JsonValue): Record<string, CheckChoices> {
    const paths = [...this.#object(files, '« fichiers »')];
    return Object.fromEntries(paths.map(([path, { value }]) => [path, this.#choices(value, `« ${path} »`)]));
  }

  #choices(value: JsonValue, name: string): CheckChoices {
    const choices: [string, CheckSetting][] = [];
    for (const [code, { offset, value: chosen }] of this.#object(value, name)) {
      const choice = textOf(chosen);
      if (choice === undefined || !isChoice(choice)) {
        this.#mistake(chosen.offset, `« ${code} » doit valoir « non », « avertissement » ou « erreur »`);
        continue;
      }
      if (isAdjustable(code)) choices.push([code, choice]);
      else if (this.#ineffective.length < TOLD_AT_MOST) this.#ineffective.push({ ...checkName(code), offset });
    }
    return Object.fromEntries(choices);
  }

  #object(value: JsonValue, name: string): ReturnType<typeof entriesOf> {
    if (value.kind !== 'object') this.#mistake(value.offset, `${name} doit être un objet`);
    return entriesOf(value);
  }

  #mistake(offset: number, message: string): void {
    this.#mistakes.push({ ...this.#placeOf(offset), message });
  }
}

const isChoice = (text: string): text is CheckSetting => CHOICES.has(text);
