import { Refusal } from '../../errors.ts';
import { isStorable } from '../../storage/storable-text.ts';
import { isRecord, parseJson } from '../../text/json.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, type Archive } from '../archive.ts';
import { NAME_LENGTH, VERSION_LENGTH } from '../limits.ts';
import { validateThemeFiles } from '../validate.ts';
import { outlineOf } from './outline.ts';

const ORIGIN_CHARACTERS = 40;
const DEFAULT_VERSION = '1.0.0';
/** How many values an archive may have: a million of the smallest objects need 120 MB; thirty million keep a process busy for a minute until it ends. */
const MARKS = 1_000_000;

/**
 * Judges an archive. What is no JSON is a body that cannot be read (`invalid_input`); JSON of another shape, or out of the bounds
 * of a head field, or with a duplicate name, of which one file would be lost unchecked, is not an export of this service
 * (`archive_invalide`); then text that cannot be stored is a body out of bounds
 * (`invalid_input`); then come the rules for its files.
 * @throws Refusal `invalid_input`, `archive_invalide`, `invalid_input`, `vide`, `trop_de_fichiers`; then, file by file in path
 *   order, `chemin_invalide`, `fichier_trop_gros`; then `fichier_requis_manquant` (docs/decisions/imports.md)
 */
export function readArchive(bytes: Buffer): Archive {
  const { marks, ...written } = outlineOf(bytes);
  if (marks > MARKS) throw new Refusal('archive_invalide');
  const body = parse(bytes);
  if (!isArchive(body)) throw new Refusal('archive_invalide');
  const { nom, version = DEFAULT_VERSION, fichiers: files } = body;
  const kept = { fields: Object.keys(body).length, files: Object.keys(files).length };
  if (kept.fields !== written.fields || kept.files !== written.files) throw new Refusal('archive_invalide');
  const name = nom.trim();
  if (!isStorable(name) || !isStorable(version) || !areStorable(files)) throw new Refusal('invalid_input');
  if (kept.files === 0) throw new Refusal('vide');
  validateThemeFiles(files);
  return { name, version, files };
}

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    throw new Refusal('invalid_input');
  }
}

/** The fields that are read; others are ignored. A record is as `JSON.parse` made it: `__proto__` is a key like any other. */
interface ArchiveBody {
  readonly nom: string;
  readonly version?: string;
  readonly fichiers: Readonly<Record<string, string>>;
}

function isArchive(body: unknown): body is ArchiveBody {
  if (!isRecord(body)) return false;
  const { format, format_version, nom, version, origine, fichiers } = body;
  return (
    format === ARCHIVE_FORMAT &&
    format_version === ARCHIVE_VERSION &&
    typeof nom === 'string' &&
    nom.trim() !== '' &&
    isText(nom.trim(), NAME_LENGTH) &&
    (version === undefined || isText(version, VERSION_LENGTH)) &&
    (origine === undefined || origine === null || isText(origine, ORIGIN_CHARACTERS)) &&
    isRecord(fichiers) &&
    Object.keys(fichiers).every((path) => typeof fichiers[path] === 'string')
  );
}

/** Characters are code points, of one or two units, as PostgreSQL counts them. */
const isText = (value: unknown, characters: number): value is string =>
  typeof value === 'string' && value.length <= 2 * characters && [...value].length <= characters;

const areStorable = (files: Readonly<Record<string, string>>): boolean =>
  Object.keys(files).every((path) => isStorable(path) && isStorable(files[path] ?? ''));
