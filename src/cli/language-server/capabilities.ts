import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver/node';
import { THEME_FOLDERS } from '../../themes/path-rules.ts';
import type { ClientFeatures } from './client-features.ts';

/** Files whose changes on the disk concern a theme. */
export const WATCHED = [
  { globPattern: `**/{${THEME_FOLDERS.join(',')}}/*.{liquid,json,css,svg}` },
  { globPattern: '**/vitrine.json' },
];

/** Before what a completion list opens by itself: a tag, a filter, a property, an argument, a text, a key. */
const TRIGGERS = ['%', '{', ' ', '|', '.', ':', '"', "'", '/'];

const NAMED_FILES = [{ scheme: 'file', pattern: { glob: '**/{snippets,sections}/*.liquid' } }];

/** What the server offers to a client. */
export const capabilitiesFor = (features: ClientFeatures): ServerCapabilities => ({
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { triggerCharacters: TRIGGERS, resolveProvider: features.resolvesDocumentation },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  documentFormattingProvider: true,
  renameProvider: features.preparesRename ? { prepareProvider: true } : true,
  ...(features.takesCodeActions && { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] } }),
  ...(features.pullsDiagnostics && {
    diagnosticProvider: { identifier: 'vitrine', interFileDependencies: true, workspaceDiagnostics: false },
  }),
  workspace: {
    workspaceFolders: { supported: true, changeNotifications: false },
    ...(features.asksBeforeRenaming && { fileOperations: { willRename: { filters: NAMED_FILES } } }),
  },
});
