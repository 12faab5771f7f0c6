import {
  type CancellationToken,
  type CodeActionParams,
  type CompletionItem,
  type DidChangeTextDocumentParams,
  type DidChangeWatchedFilesParams,
  type DidCloseTextDocumentParams,
  type DidOpenTextDocumentParams,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  ErrorCodes,
  type InitializeParams,
  LSPErrorCodes,
  MessageType,
  type Position,
  type ReferenceParams,
  type RenameFilesParams,
  type RenameParams,
  ResponseError,
  type TextDocumentIdentifier,
} from 'vscode-languageserver/node';
import metadata from '../../../package.json' with { type: 'json' };
import { fingerprintOf } from '../../text/fingerprint.ts';
import { fileOf, placeOf } from './addresses.ts';
import { capabilitiesFor, WATCHED } from './capabilities.ts';
import { type ClientFeatures, featuresOf } from './client-features.ts';
import type { OpenDocument } from './open-documents.ts';
import type { FolderTheme } from './open-theme.ts';
import { Publisher } from './publisher.ts';
import type { Asked } from './requests/asked.ts';
import { Completer } from './requests/completion.ts';
import { actions, renamable, rename, renamedFile } from './requests/editing.ts';
import { formatted } from './requests/formatting.ts';
import { definition, folds, highlights, hover, references, symbols } from './requests/reading.ts';
import { Session } from './session.ts';
import { ThemeWatch } from './theme-watch.ts';
import { CANCELLED, type Ending, Wire } from './wire.ts';

/** Serves one editor until it ends the session. */
export async function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<Ending> {
  const wire = new Wire(input, output);
  let server: Server | undefined;
  wire.begin((params: InitializeParams) => {
    const features = featuresOf(params.capabilities);
    server = new Server(wire, features);
    server.listen();
    return {
      capabilities: capabilitiesFor(features),
      serverInfo: { name: metadata.name, version: metadata.version },
    };
  });
  const ending = await wire.ended;
  server?.close();
  return ending;
}

interface AtDocument {
  readonly textDocument: TextDocumentIdentifier;
}

interface AtPosition extends AtDocument {
  readonly position: Position;
}

class Server {
  readonly #wire: Wire;
  readonly #features: ClientFeatures;
  readonly #session: Session;
  readonly #publisher: Publisher;
  readonly #completer: Completer;
  readonly #watch: ThemeWatch;

  constructor(wire: Wire, features: ClientFeatures) {
    this.#wire = wire;
    this.#features = features;
    this.#session = new Session({
      unreadable: (root, error) => this.#complain(`Le thème ${root} ne peut pas être lu`, error),
      joined: (lone) => this.#publisher.left(lone),
    });
    const outlet = {
      publish: (uri: string, version: number | null, diagnostics: readonly unknown[]) =>
        wire.tell('textDocument/publishDiagnostics', {
          ...{ uri, diagnostics },
          ...(features.takesVersions && version !== null && { version }),
        }),
      refresh: () => {
        if (features.refreshesDiagnostics) this.#ask('workspace/diagnostic/refresh');
      },
      failed: (error: unknown) => this.#complain('L’analyse d’un fichier a échoué', error),
    };
    this.#publisher = new Publisher(outlet, features.pullsDiagnostics);
    this.#completer = new Completer(features);
    this.#watch = new ThemeWatch(features.watchesFiles, (theme) => this.#readAgain(theme), outlet.failed);
  }

  listen(): void {
    this.#listenToDocuments();
    const wire = this.#wire;
    const features = this.#features;
    const at = <P extends AtDocument, R>(method: string, work: (asked: Asked, params: P) => R) =>
      wire.answer(method, async (params: P, token) => {
        const asked = await this.#asked(params, token);
        return asked && work(asked, params);
      });
    at('textDocument/completion', (asked, { position }: AtPosition) => this.#completer.complete(asked, position));
    wire.answer('completionItem/resolve', (item: CompletionItem) => this.#completer.resolve(item));
    at('textDocument/hover', (asked, { position }: AtPosition) => hover(asked, position, features));
    at('textDocument/definition', (asked, { position }: AtPosition) => definition(asked, position));
    at('textDocument/references', (asked, { position, context }: ReferenceParams) =>
      references(asked, position, context?.includeDeclaration ?? true),
    );
    at('textDocument/documentHighlight', (asked, { position }: AtPosition) => highlights(asked, position));
    at('textDocument/documentSymbol', (asked) => symbols(asked, features));
    at('textDocument/foldingRange', (asked) => folds(asked));
    at('textDocument/prepareRename', (asked, { position }: AtPosition) => renamable(asked, position));
    at('textDocument/rename', (asked, { position, newName }: RenameParams) =>
      rename(asked, position, newName, features, (sentence) => wire.show(MessageType.Info, sentence)),
    );
    at('textDocument/codeAction', (asked, params: CodeActionParams) => actions(asked, params, features));
    at('textDocument/formatting', (asked) => formatted(asked));
    wire.answer('textDocument/diagnostic', (params: DocumentDiagnosticParams) => this.#diagnosticsOf(params));
    wire.answer('workspace/willRenameFiles', (params: RenameFilesParams) => this.#renamed(params));
  }

  close(): void {
    this.#watch.close();
    this.#publisher.close();
  }

  #listenToDocuments(): void {
    const { documents } = this.#session;
    this.#wire.take('initialized', () => {
      if (!this.#features.watchesFiles) return;
      this.#ask('client/registerCapability', {
        registrations: [
          { id: 'fichiers', method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers: WATCHED } },
        ],
      });
    });
    this.#wire.take('textDocument/didOpen', async ({ textDocument }: DidOpenTextDocumentParams) => {
      const { uri, languageId, version, text } = textDocument;
      const document = documents.open(uri, languageId, version, text);
      this.#session.take(document);
      await this.#attend(document);
    });
    this.#wire.take('textDocument/didChange', ({ textDocument, contentChanges }: DidChangeTextDocumentParams) => {
      const document = documents.change(textDocument.uri, textDocument.version, contentChanges);
      const belonging = document && this.#session.take(document);
      if (belonging) this.#publisher.changed(belonging);
    });
    this.#wire.take('textDocument/didClose', ({ textDocument }: DidCloseTextDocumentParams) => {
      const document = documents.close(textDocument.uri);
      const belonging = document && this.#session.leave(document);
      if (!belonging) return;
      const { theme } = belonging;
      if (this.#session.holds(theme)) this.#publisher.changedElsewhere(theme);
      else this.#publisher.left(theme);
      this.#watch.attend(this.#session.themes);
    });
    this.#wire.take('workspace/didChangeWatchedFiles', async ({ changes }: DidChangeWatchedFilesParams) => {
      const themes = new Set(changes.flatMap(({ uri }) => this.#session.themeAround(uri) ?? []));
      await Promise.all([...themes].map((theme) => this.#readAgain(theme)));
      await Promise.all(
        [...documents].filter((document) => this.#session.isUnknown(document)).map((one) => this.#attend(one)),
      );
    });
  }

  /** Tells of a document from now on. */
  async #attend(document: OpenDocument): Promise<void> {
    const belonging = await this.#session.belongingOf(document);
    if (!belonging) return;
    this.#publisher.changed(belonging);
    this.#watch.attend(this.#session.themes);
  }

  async #readAgain(theme: FolderTheme): Promise<void> {
    await theme.read();
    this.#publisher.changedElsewhere(theme);
  }

  /** What a request is about. @returns null for a document that is not open, or that the engine does not read */
  async #asked({ textDocument }: AtDocument, token: CancellationToken): Promise<Asked | null> {
    const document = this.#documentAt(textDocument);
    if (!document) return null;
    const { version } = document.text;
    const belonging = await this.#session.belongingOf(document);
    if (token.isCancellationRequested) throw CANCELLED;
    if (document.text.version !== version) {
      throw new ResponseError(LSPErrorCodes.ContentModified, 'Le texte a changé depuis la demande.');
    }
    if (!belonging?.theme.isAnalysed) return null;
    const { theme, path } = belonging;
    const { documents } = theme;
    // A text that is too long, or that of an asset, is not read.
    const isRead = documents.files.get(path)?.source === document.text.getText();
    return isRead ? { theme, documents, path, text: document.text } : null;
  }

  async #diagnosticsOf({
    textDocument,
    previousResultId,
  }: DocumentDiagnosticParams): Promise<DocumentDiagnosticReport> {
    const document = this.#documentAt(textDocument);
    const belonging = document && (await this.#session.belongingOf(document));
    if (!belonging) return { kind: 'full', items: [] };
    const { diagnostics, said } = this.#publisher.answer(belonging);
    const resultId = fingerprintOf(said);
    return resultId === previousResultId
      ? { kind: 'unchanged', resultId }
      : { kind: 'full', resultId, items: diagnostics };
  }

  #renamed({ files }: RenameFilesParams) {
    const [file] = files;
    const [from, to] = [file?.oldUri, file?.newUri].map((uri) => {
      const path = uri === undefined ? null : fileOf(uri);
      return path === null ? null : placeOf(path);
    });
    const theme = from && to && from.root === to.root ? this.#session.themeIn(from.root) : null;
    if (!theme || !from || !to || files.length > 1) return null;
    return renamedFile({ theme, documents: theme.documents, path: from.path }, to.path, this.#features);
  }

  #documentAt(textDocument: TextDocumentIdentifier | undefined) {
    if (typeof textDocument?.uri !== 'string') {
      throw new ResponseError(ErrorCodes.InvalidParams, 'La demande ne nomme pas de document.');
    }
    return this.#session.documents.at(textDocument.uri);
  }

  /** Asks the client for something; that it refuses changes nothing. */
  #ask(method: string, params?: object): void {
    this.#wire.ask(method, params).catch((error) => this.#complain(`L’éditeur refuse « ${method} »`, error));
  }

  #complain(what: string, error: unknown): void {
    this.#wire.log(MessageType.Warning, `${what} : ${error instanceof Error ? error.message : String(error)}`);
  }
}
