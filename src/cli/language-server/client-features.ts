import type { ClientCapabilities } from 'vscode-languageserver/node';

/** What the client of this session can do, as far as answers depend on it. */
export interface ClientFeatures {
  /** Asks for the diagnostics of its documents itself. */
  readonly pullsDiagnostics: boolean;
  /** Asks again for diagnostics when told so. */
  readonly refreshesDiagnostics: boolean;
  /** Takes the version of a document with its diagnostics. */
  readonly takesVersions: boolean;
  /** Tells what changes on the disk once that is asked for. */
  readonly watchesFiles: boolean;
  /** Takes texts with fields to fill in. */
  readonly takesSnippets: boolean;
  /** Asks for the documentation of a completion when it is shown. */
  readonly resolvesDocumentation: boolean;
  /** Takes the range that a completion replaces once for the whole list. */
  readonly takesSharedRange: boolean;
  readonly takesMarkdown: { readonly hover: boolean; readonly completion: boolean };
  /** Takes an outline as a tree. */
  readonly takesTrees: boolean;
  /** Takes changes of files by document, with their versions. */
  readonly takesDocumentChanges: boolean;
  /** Takes new names of files among the changes. */
  readonly renamesFiles: boolean;
  /** Asks what can be renamed, before the new name. */
  readonly preparesRename: boolean;
  /** Takes code actions; other clients know commands only. */
  readonly takesCodeActions: boolean;
  /** Asks before files are renamed. */
  readonly asksBeforeRenaming: boolean;
}

/** Reads the capabilities of a client; what is left out or malformed counts as absent. */
export function featuresOf(capabilities: ClientCapabilities | null | undefined): ClientFeatures {
  const { workspace, textDocument } = capabilities ?? {};
  const { completion, hover, publishDiagnostics } = textDocument ?? {};
  const edits = workspace?.workspaceEdit;
  const hasMarkdown = (formats: readonly string[] | undefined) => formats?.includes('markdown') ?? false;
  return {
    pullsDiagnostics: Boolean(textDocument?.diagnostic),
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    takesVersions: publishDiagnostics?.versionSupport === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    takesSnippets: completion?.completionItem?.snippetSupport === true,
    resolvesDocumentation: completion?.completionItem?.resolveSupport?.properties.includes('documentation') ?? false,
    takesSharedRange: completion?.completionList?.itemDefaults?.includes('editRange') ?? false,
    takesMarkdown: {
      hover: hasMarkdown(hover?.contentFormat),
      completion: hasMarkdown(completion?.completionItem?.documentationFormat),
    },
    takesTrees: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    takesDocumentChanges: edits?.documentChanges === true,
    renamesFiles: edits?.documentChanges === true && (edits.resourceOperations?.includes('rename') ?? false),
    preparesRename: textDocument?.rename?.prepareSupport === true,
    takesCodeActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    asksBeforeRenaming: workspace?.fileOperations?.willRename === true,
  };
}
