import { posix, sep } from 'node:path';
import { REQUIRED_FILES } from '../../../engine/language/paths.ts';
import metadata from '../../../package.json' with { type: 'json' };
import { fingerprintOf } from '../../text/fingerprint.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const LEVELS = { erreur: 'error', avertissement: 'warning' } as const;

/** File for findings about the whole theme: code hosts show no finding without a file. */
const [WHOLE_THEME = ''] = REQUIRED_FILES;

/**
 * What was found as a SARIF 2.1.0 log, which code hosts read.
 * @param folder path of the theme relative to where the command runs, which is the root of the repository
 */
export function sarifReport(diagnostics: readonly FolderDiagnostic[], folder: string) {
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
        results: diagnostics.map((one) => resultOf(one, root, codes.indexOf(one.code))),
      },
    ],
  };
}

function ruleOf(code: string, diagnostics: readonly FolderDiagnostic[]) {
  const gravity = diagnostics.find((one) => one.code === code)?.gravite ?? 'erreur';
  const name = code.replaceAll('_', ' ');
  return { id: code, shortDescription: { text: name }, defaultConfiguration: { level: LEVELS[gravity] } };
}

function resultOf(
  { chemin, ligne, colonne, code, gravite, message }: FolderDiagnostic,
  root: string,
  ruleIndex: number,
) {
  const path = posix.join(root, chemin || WHOLE_THEME);
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[gravite],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(path), uriBaseId: '%SRCROOT%' },
          region: { startLine: ligne ?? 1, ...(colonne !== undefined && { startColumn: colonne }) },
        },
      },
    ],
    // With it, hosts recognise a finding that has only moved within its file.
    partialFingerprints: { 'vitrine/v1': fingerprintOf(JSON.stringify([code, path, message])) },
  };
}
