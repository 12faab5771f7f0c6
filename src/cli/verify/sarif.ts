import { posix, sep } from 'node:path';
import { isAdjustable } from '../../../engine/diagnose/check-settings.ts';
import { CODES, type Correction, type DiagnosticCode } from '../../../engine/diagnose/codes.ts';
import { REQUIRED_FILES } from '../../../engine/language/paths.ts';
import { positionIn } from '../../../engine/syntax/position.ts';
import metadata from '../../../package.json' with { type: 'json' };
import { fingerprintOf } from '../../text/fingerprint.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const LEVELS = { erreur: 'error', avertissement: 'warning' } as const;

/** File for findings about the whole theme: code hosts show no finding without a file. */
const [WHOLE_THEME = ''] = REQUIRED_FILES;

interface Found {
  /** The texts in which the places are. */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly FolderDiagnostic[];
  /** Of the whole run, for programs that know this one. */
  readonly properties?: object;
}

/**
 * What was found as a SARIF 2.1.0 log, which code hosts read.
 * @param folder path of the theme relative to where the command runs, which is the root of the repository
 */
export function sarifReport({ files, diagnostics, properties }: Found, folder: string) {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const root = folder.split(sep).join('/');
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: metadata.name,
            version: metadata.version,
            rules: codes.map((code) => ruleOf(code, diagnostics)),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((one) => resultOf(one, { files, root, ruleIndex: codes.indexOf(one.code) })),
        ...(properties && { properties }),
      },
    ],
  };
}

function ruleOf(code: string, diagnostics: readonly FolderDiagnostic[]) {
  const gravity = diagnostics.find((one) => one.code === code)?.gravite ?? 'erreur';
  const name = code.replaceAll('_', ' ');
  const known = isCode(code) ? CODES[code].message : undefined;
  // Words in braces stand for names, which a rule does not have.
  const sentence = known?.replace(/(?:« \{\w+\} »|\{\w+\})+/g, '…');
  return {
    id: code,
    shortDescription: { text: name },
    ...(sentence !== undefined && { fullDescription: { text: sentence } }),
    ...(isAdjustable(code) && { help: { text: offSwitch(code) } }),
    defaultConfiguration: { level: LEVELS[gravity] },
  };
}

const isCode = (code: string): code is DiagnosticCode => Object.hasOwn(CODES, code);

const offSwitch = (code: string): string =>
  `Pour ne plus le dire : {% # vitrine-ignorer ${code} %} dans le fichier, ou "verifications": { "${code}": "non" } dans vitrine.json.`;

interface Around {
  readonly files: Found['files'];
  readonly root: string;
  readonly ruleIndex: number;
}

function resultOf(
  { chemin, ligne, colonne, ligne_fin, colonne_fin, code, gravite, message, correction }: FolderDiagnostic,
  { files, root, ruleIndex }: Around,
) {
  const path = posix.join(root, chemin || WHOLE_THEME);
  const artifactLocation = { uri: encodeURI(path), uriBaseId: '%SRCROOT%' };
  const source = files.get(chemin);
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[gravite],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation,
          region: {
            startLine: ligne ?? 1,
            ...(colonne !== undefined && { startColumn: colonne }),
            ...(ligne_fin !== undefined && { endLine: ligne_fin }),
            ...(colonne_fin !== undefined && { endColumn: colonne_fin }),
          },
        },
      },
    ],
    ...(correction && source !== undefined && { fixes: [fixOf(correction, source, artifactLocation)] }),
    // With it, hosts recognise a finding that has only moved within its file.
    partialFingerprints: { 'vitrine/v1': fingerprintOf(JSON.stringify([code, path, message])) },
  };
}

function fixOf({ debut, fin, texte }: Correction, source: string, artifactLocation: object) {
  const [start, end] = [positionIn(source, debut), positionIn(source, fin)];
  const deletedRegion = {
    ...{ startLine: start.ligne, startColumn: start.colonne },
    ...{ endLine: end.ligne, endColumn: end.colonne },
  };
  return {
    artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion, insertedContent: { text: texte } }] }],
  };
}
