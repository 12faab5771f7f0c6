/** Requests whose answers change texts: new names, corrections, formatting. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  LSPErrorCodes,
  type Position,
  type Range,
  type RenameFile,
  ResponseError,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import {
  correctionsAt,
  type TextEdit as Edit,
  renameAt,
  renamedAt,
  renameFile,
} from '../../../../engine/assist/index.ts';
import { CODES } from '../../../../engine/diagnose/codes.ts';
import type { ThemeDiagnostic } from '../../../../engine/index.ts';
import type { ClientFeatures } from '../client-features.ts';
import type { OpenTheme, Problem } from '../open-theme.ts';
import { diagnosticsOf, rangeOf, SOURCE } from '../ranges.ts';
import { type Asked, offsetOf } from './asked.ts';

/** What can have another name at a place, and its name now. */
export function renamable(asked: Asked, position: Position): { range: Range; placeholder: string } | null {
  const found = renamedAt(asked.documents, asked.path, offsetOf(asked, position));
  return found && { range: rangeOf(asked.text, found), placeholder: found.text };
}

/**
 * Another name for what stands at a place.
 * @param told takes a sentence about files that the client cannot rename by itself
 * @throws ResponseError where it cannot have that name
 */
export function rename(
  asked: Asked,
  position: Position,
  name: string,
  features: ClientFeatures,
  told: (sentence: string) => void,
): WorkspaceEdit {
  const found = renameAt(asked.documents, asked.path, offsetOf(asked, position), name);
  if ('refusal' in found) throw new ResponseError(LSPErrorCodes.RequestFailed, found.refusal);
  if (found.files.length > 0 && !features.renamesFiles) {
    told(
      `Votre éditeur ne renomme pas les fichiers lui-même. ${found.files
        .map(({ from, to }) => `Renommez ${from} en ${to}.`)
        .join(' ')}`,
    );
  }
  return workspaceEdit(asked.theme, found.edits, features, found.files);
}

/** What names a file that the client is about to rename. */
export const renamedFile = (asked: Omit<Asked, 'text'>, to: string, features: ClientFeatures): WorkspaceEdit =>
  workspaceEdit(asked.theme, renameFile(asked.documents, asked.path, to), features);

/** Corrections of what is wrong in a range; none for a client that wants actions of other kinds. */
export function actions(asked: Asked, { range, context }: CodeActionParams, features: ClientFeatures): CodeAction[] {
  const isWanted = context.only?.some((kind) => kind === '' || kind === CodeActionKind.QuickFix) ?? true;
  if (!isWanted || !features.takesCodeActions) return [];
  const problems = asked.theme.problemsOf(asked.path).filter(isOfCheck);
  const there = diagnosticsOf(asked.text, problems);
  const answered = problems.filter((_, place) => touch(there[place]?.range, range));
  return correctionsAt(asked.documents, asked.path, answered).map(({ title, code, isPreferred, edits }) => {
    const diagnostics = context.diagnostics.filter((one) => one.source === SOURCE && one.code === code);
    return {
      title,
      kind: CodeActionKind.QuickFix,
      ...(diagnostics.length > 0 && { diagnostics }),
      ...(isPreferred && { isPreferred }),
      edit: workspaceEdit(asked.theme, edits, features),
    };
  });
}

/** Whether a problem is one of the checks, which have corrections and can be turned off. */
const isOfCheck = (problem: Problem): problem is ThemeDiagnostic => Object.hasOwn(CODES, problem.code);

/** Whether two ranges have a place in common; a cursor at the end of a word is at that word. */
const touch = (one: Range | undefined, other: Range): boolean =>
  one !== undefined && !isBefore(one.end, other.start) && !isBefore(other.end, one.start);

const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

/** Edits by file, then new names of files: each edit names its file as it is called before. */
function workspaceEdit(
  theme: OpenTheme,
  edits: readonly Edit[],
  { takesDocumentChanges, renamesFiles }: ClientFeatures,
  files: readonly { readonly from: string; readonly to: string }[] = [],
): WorkspaceEdit {
  const byFile = [...Map.groupBy(edits, ({ path }) => path)].flatMap(([path, ofFile]) => {
    const text = theme.textOf(path);
    if (!text) return [];
    return [{ path, edits: ofFile.map((edit): TextEdit => ({ range: rangeOf(text, edit), newText: edit.text })) }];
  });
  if (!takesDocumentChanges) {
    return { changes: Object.fromEntries(byFile.map((file) => [theme.addressOf(file.path), file.edits])) };
  }
  const changed = byFile.map(
    (file): TextDocumentEdit => ({
      textDocument: { uri: theme.addressOf(file.path), version: theme.versionOf(file.path) },
      edits: file.edits,
    }),
  );
  const renamed = files.map(
    ({ from, to }): RenameFile => ({ kind: 'rename', oldUri: theme.addressOf(from), newUri: theme.addressOf(to) }),
  );
  return { documentChanges: [...changed, ...(renamesFiles ? renamed : [])] };
}
