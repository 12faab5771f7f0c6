import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { WITHOUT_TEMPLATE } from '../../../../engine/language/paths.ts';
import { type LanguageClient, serverHere, startedServer } from '../../../support/language-client.ts';
import { drawnBytes } from '../../../support/seed.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';

const themes: ThemeOnDisk[] = [];
const clients: LanguageClient[] = [];
afterAll(async () => {
  for (const client of clients) client.hangUp();
  await Promise.all(themes.map((theme) => theme.remove()));
});

/** Versions with diagnostics, trees, changes by document, new names of files. */
const CAPABILITIES = {
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    publishDiagnostics: { versionSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
    hover: { contentFormat: ['markdown'] },
  },
};

async function session(capabilities: object = CAPABILITIES, client = serverHere()): Promise<LanguageClient> {
  clients.push(client);
  await client.ask('initialize', { processId: process.pid, rootUri: null, capabilities });
  client.notify('initialized', {});
  return client;
}

async function theme(files: Readonly<Record<string, string>> = {}, origin?: 'origo') {
  const made = await themeOnDisk(origin);
  themes.push(made);
  for (const [path, content] of Object.entries(files)) await made.write(path, content);
  return { ...made, uri: (path: string) => pathToFileURL(join(made.root, path)).href };
}

/** The fewest files that make a theme of which nothing is to be said. */
const SOUND = {
  'layout/theme.liquid': '<!doctype html><title>{{ page.titre }}</title>{{ content_for_layout }}',
  'config/settings_schema.json': '[]',
  ...Object.fromEntries(
    ['templates/index.json', ...WITHOUT_TEMPLATE.keys()].map((path) => [
      path,
      '{ "sections": { "a": { "type": "a" } }, "order": ["a"] }',
    ]),
  ),
  'sections/a.liquid': '<p>{{ page.titre }}</p>\n',
};

const opened = (client: LanguageClient, uri: string, text: string, languageId = 'liquid') =>
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });

const changed = (client: LanguageClient, uri: string, version: number, ...contentChanges: unknown[]) =>
  client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });

const codes = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  diagnostics.map(({ code }) => code);

describe('a session', () => {
  it('begins with initialize, once; ends with shutdown and exit, and with 1 without the first of them', async () => {
    const client = serverHere();
    const early = await client.ask('textDocument/hover', {});
    expect(early.error?.code).toBe(-32002);
    client.notify('textDocument/didOpen', { textDocument: { uri: 'file:///a.liquid' } });
    const { result } = await client.ask('initialize', { processId: null, rootUri: null, capabilities: {} });
    expect(result).toMatchObject({
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: 2 },
        hoverProvider: true,
      },
      serverInfo: { name: 'vitrine' },
    });
    expect((await client.ask('initialize', { capabilities: {} })).error?.code).toBe(-32600);
    expect((await client.ask('workspace/inconnu', {})).error?.code).toBe(-32601);
    client.notify('$/inconnu', {});
    expect((await client.ask('textDocument/hover')).error?.code).toBe(-32602);
    expect((await client.ask('textDocument/hover', { textDocument: 7 })).error?.code).toBe(-32602);
    expect((await client.ask('shutdown')).result).toBe(null);
    expect((await client.ask('textDocument/hover', {})).error?.code).toBe(-32600);
    client.notify('exit');
    expect(await client.ended).toBe(0);
    expect(client.left).toEqual([]);

    const rude = serverHere();
    rude.notify('exit');
    expect(await rude.ended).toBe(1);
    const silent = serverHere();
    silent.hangUp();
    expect(await silent.ended).toBe(1);
  });

  it('in a process of its own: ends when the input ends, and says why it cannot read what is no message', async () => {
    const [left, broken] = [startedServer(['--stdio', `--clientProcessId=${process.pid}`]), startedServer([])];
    await left.ask('initialize', { processId: null, rootUri: null, capabilities: {} });
    await left.ask('shutdown');
    left.hangUp();
    broken.sendRaw('Content-Type: text/plain\r\n\r\n{}');
    expect(await Promise.all([left.ended, broken.ended])).toEqual([0, 1]);
    expect(left.said).toBe('');
    expect(broken.said).toMatch(/^vitrine : L’entrée n’est pas celle d’un éditeur .*Content-Length.*\n/);
  });

  it.each([
    ['no number', 'Content-Length: beaucoup\r\n\r\n{}'],
    ['a negative length', 'Content-Length: -5\r\n\r\n{}'],
    ['an endless length', `Content-Length: ${2 ** 40}\r\n\r\n{}`],
    ['too short a length', 'Content-Length: 5\r\n\r\n{"jsonrpc":"2.0","method":"initialized"}\r\n\r\n'],
  ])('ends at a frame with %s', async (_what, bytes) => {
    const client = await session();
    client.sendRaw(bytes);
    expect(await client.ended).toBe(1);
  });

  it.each([
    ['no JSON', '{"id": 5'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a cancellation of nothing', '{"jsonrpc":"2.0","method":"$/cancelRequest"}'],
  ])('refuses a message that is %s, and reads the next', async (_what, text) => {
    const client = await session();
    client.sendRaw(`Content-Length: ${text.length}\r\n\r\n${text}`);
    expect(await client.take('the fault is told', ({ error }) => error !== undefined)).toMatchObject({
      id: null,
      error: { code: -32700 },
    });
    expect((await client.ask('textDocument/hover', { textDocument: { uri: 'file:///a' } })).result).toBe(null);
  });

  it.each(['exit', 'hang up'])('answers what came before the end: %s', async (how) => {
    const client = serverHere();
    for (const id of [1, 2, 3]) {
      client.send({ id, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
    }
    if (how === 'exit') client.notify('exit');
    else client.hangUp();
    expect(await client.ended).toBe(1);
    expect(client.left.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('takes frames in any pieces, with other heads, several at once', async () => {
    const client = await session();
    const body = Buffer.from('{"jsonrpc":"2.0","id":"é","method":"shutdown"}');
    const bytes = Buffer.concat([
      Buffer.from(`Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:${body.length}\r\n\r\n`),
      body,
    ]);
    for (const byte of bytes) client.sendRaw(Uint8Array.of(byte));
    expect((await client.take('it is answered', ({ id }) => id === 'é')).result).toBe(null);
  });

  it('ends when the process of the editor is gone', async () => {
    const client = serverHere();
    clients.push(client);
    // No process has this number.
    await client.ask('initialize', { processId: 2 ** 30, rootUri: null, capabilities: {} });
    expect(await client.ended).toBe(1);
  });
});

describe('diagnostics', () => {
  it('stand at their places, with code, severity and source, for the version that they are about', async () => {
    const { uri } = await theme(SOUND);
    const client = await session();
    opened(client, uri('sections/a.liquid'), '\r\n{% render "absent" %}{{ page.titre | nimporte }}');
    const found = await client.diagnostics(uri('sections/a.liquid'), 1);
    expect(found.diagnostics).toEqual([
      {
        ...{ severity: 1, source: 'vitrine', code: 'extrait_manquant' },
        message: expect.stringContaining('absent'),
        range: { start: { line: 1, character: 10 }, end: { line: 1, character: 18 } },
      },
      {
        ...{ severity: 1, source: 'vitrine', code: 'filtre_inconnu' },
        message: expect.stringContaining('nimporte'),
        range: { start: { line: 1, character: 37 }, end: { line: 1, character: 45 } },
      },
    ]);
    changed(client, uri('sections/a.liquid'), 2, { text: '{{ page.titre }}' });
    expect(await client.diagnostics(uri('sections/a.liquid'), 2)).toMatchObject({ diagnostics: [] });
  });

  it('of the other files follow, only what has changed; and go with the last document of the theme', async () => {
    const { uri } = await theme({ ...SOUND, 'sections/b.liquid': '{% render "absent" %}' });
    const client = await session();
    opened(client, uri('sections/a.liquid'), '');
    expect(codes(await client.diagnostics(uri('sections/b.liquid')))).toEqual(['extrait_manquant']);
    opened(client, uri('snippets/absent.liquid'), '');
    expect(await client.diagnostics(uri('sections/b.liquid'))).toEqual({
      uri: uri('sections/b.liquid'),
      diagnostics: [],
    });
    // Not saved yet, and closed: the snippet is not there.
    client.notify('textDocument/didClose', { textDocument: { uri: uri('snippets/absent.liquid') } });
    expect(codes(await client.diagnostics(uri('sections/b.liquid')))).toEqual(['extrait_manquant']);
    client.notify('textDocument/didClose', { textDocument: { uri: uri('sections/a.liquid') } });
    expect(await client.diagnostics(uri('sections/b.liquid'))).toMatchObject({ diagnostics: [] });
    const published = client.left.filter(({ params }) => params?.diagnostics?.length > 0);
    expect(published).toEqual([]);
  });

  it('of files that are not there stand in the layout', async () => {
    const { uri, root } = await theme(SOUND);
    await rm(join(root, 'templates/blog.json'));
    const client = await session();
    opened(client, uri('layout/theme.liquid'), SOUND['layout/theme.liquid']);
    expect(await client.diagnostics(uri('layout/theme.liquid'))).toMatchObject({
      diagnostics: [
        { code: 'gabarit_manquant', severity: 2, message: expect.stringMatching(/^templates\/blog\.json : /) },
      ],
    });
  });

  it('are asked for by clients that ask, which are told when answers are old; files that are not open are published', async () => {
    const { uri } = await theme({ ...SOUND, 'sections/b.liquid': '{% render "absent" %}' });
    const pulling = {
      ...CAPABILITIES,
      workspace: { ...CAPABILITIES.workspace, diagnostics: { refreshSupport: true } },
      textDocument: { ...CAPABILITIES.textDocument, diagnostic: { dynamicRegistration: true } },
    };
    const client = serverHere();
    clients.push(client);
    const { result } = await client.ask('initialize', { processId: null, rootUri: null, capabilities: pulling });
    expect(result.capabilities.diagnosticProvider).toMatchObject({ interFileDependencies: true });
    client.notify('initialized', {});
    const ask = (path: string, previousResultId?: string) =>
      client.ask('textDocument/diagnostic', { textDocument: { uri: uri(path) }, previousResultId });
    opened(client, uri('sections/a.liquid'), '{% render "absent" %}');
    const first = (await ask('sections/a.liquid')).result;
    expect([first.kind, codes({ diagnostics: first.items })]).toEqual(['full', ['extrait_manquant']]);
    const second = (await ask('sections/a.liquid', first.resultId)).result;
    expect(second).toEqual({ kind: 'unchanged', resultId: first.resultId });
    expect(codes(await client.diagnostics(uri('sections/b.liquid')))).toEqual(['extrait_manquant']);
    opened(client, uri('snippets/absent.liquid'), '');
    const refresh = await client.take('the answer is old', ({ method }) => method === 'workspace/diagnostic/refresh');
    client.send({ id: refresh.id ?? null, result: null });
    expect((await ask('sections/a.liquid', first.resultId)).result).toMatchObject({ kind: 'full', items: [] });
    expect(await client.diagnostics(uri('sections/b.liquid'))).toMatchObject({ diagnostics: [] });
    const ofOpen = client.left.filter(({ params }) => params?.uri === uri('sections/a.liquid'));
    expect(ofOpen).toEqual([]);
  });

  it('of documents outside of a theme are those of their syntax; of JSON there, none', async () => {
    const { uri } = await theme({ 'package.json': '{}', 'config/tsconfig.json': '{ // a\n}' });
    const client = await session();
    opened(client, uri('notes.liquid'), '{% render "absent" %}{% if %}');
    opened(client, 'untitled:Untitled-1', '{% if x %}');
    opened(client, uri('config/tsconfig.json'), '{ // a\n}', 'jsonc');
    expect(codes(await client.diagnostics(uri('notes.liquid')))).toContain('liquid_invalide');
    expect(codes(await client.diagnostics('untitled:Untitled-1'))).toEqual(['liquid_invalide']);
    const asked = await client.ask('textDocument/diagnostic', { textDocument: { uri: uri('config/tsconfig.json') } });
    expect(asked.result).toMatchObject({ items: [] });
    expect(client.left.filter(({ params }) => params?.uri?.endsWith('tsconfig.json'))).toEqual([]);
    client.notify('textDocument/didClose', { textDocument: { uri: 'untitled:Untitled-1' } });
    expect(await client.diagnostics('untitled:Untitled-1')).toMatchObject({ diagnostics: [] });
  });

  it('begin when a folder becomes a theme', async () => {
    const { uri, write } = await theme({ 'snippets/a.liquid': '' });
    const client = await session();
    opened(client, uri('snippets/a.liquid'), '{% render "absent" %}');
    expect(codes(await client.diagnostics(uri('snippets/a.liquid')))).toEqual([]);
    changed(client, uri('snippets/a.liquid'), 2, { text: '{% if a %}' });
    expect(codes(await client.diagnostics(uri('snippets/a.liquid')))).toEqual(['liquid_invalide']);
    await write('layout/theme.liquid', '{{ content_for_layout }}');
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri('layout/theme.liquid'), type: 1 }] });
    // Said of the document alone, and taken back; then said of it in its theme.
    expect(codes(await client.diagnostics(uri('snippets/a.liquid')))).toEqual([]);
    expect(codes(await client.diagnostics(uri('snippets/a.liquid')))).toEqual(['liquid_invalide']);
    changed(client, uri('snippets/a.liquid'), 3, { text: '{% render "absent" %}' });
    expect(codes(await client.diagnostics(uri('snippets/a.liquid'), 3))).toContain('extrait_manquant');
  });

  it('say that a text is too long, that a name is not admitted, that a conflict is not settled', async () => {
    const { uri } = await theme(SOUND);
    const client = await session();
    opened(client, uri('sections/a.liquid'), `{% render "absent" %}${'x'.repeat(524_288)}`);
    opened(client, uri('sections/héros.liquid'), '{% render "absent" %}');
    opened(client, uri('snippets/c.liquid'), '\n<<<<<<< HEAD\n=======\n>>>>>>> b\n');
    expect(codes(await client.diagnostics(uri('sections/a.liquid')))).toEqual(['fichier_trop_gros']);
    expect(codes(await client.diagnostics(uri('sections/héros.liquid')))).toEqual(['nom']);
    expect(codes(await client.diagnostics(uri('snippets/c.liquid')))).toContain('marqueurs');
    const asked = { textDocument: { uri: uri('sections/a.liquid') }, position: { line: 0, character: 4 } };
    expect((await client.ask('textDocument/completion', asked)).result).toBe(null);
  });
});

describe('texts', () => {
  it('after many changes, the diagnostics are those of the same text opened anew', async () => {
    const { uri } = await theme(SOUND);
    const [client, other] = [await session(), await session()];
    const address = uri('sections/a.liquid');
    const pieces = [
      '{% if page.titre %}',
      '{% endif %}',
      '{{ "é" | nimporte }}',
      "{% render 'absent' %}",
      '\r\n',
      '😀',
    ];
    let text = '\n';
    opened(client, address, text);
    drawnBytes('edits', 120).forEach((byte, turn) => {
      const lines = text.split('\n');
      const line = byte % lines.length;
      const from = lines.slice(0, line).join('\n').length + Number(line > 0);
      const removed = byte % 5 === 0 ? Math.min(lines[line]?.replace('\r', '').length ?? 0, 4) : 0;
      const put = removed > 0 ? '' : (pieces[byte % pieces.length] ?? '');
      // A sign of two units is not cut.
      const isCut = /^[\udc00-\udfff]/.test(text.slice(from + removed));
      const end = removed - Number(isCut);
      text = text.slice(0, from) + put + text.slice(from + end);
      const range = { start: { line, character: 0 }, end: { line, character: end } };
      changed(client, address, turn + 2, { range, text: put });
    });
    opened(other, address, text);
    const asked = { textDocument: { uri: address } };
    const [one, two] = await Promise.all([client, other].map((each) => each.ask('textDocument/diagnostic', asked)));
    expect(one?.result.items.length).toBeGreaterThan(5);
    expect(one?.result).toEqual(two?.result);
  });

  it('of a theme that is too long as a whole are not analysed, and it says so in its layout', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 33 }, (_, place) => [`snippets/s${place}.liquid`, '{{ a | nimporte }}'.padEnd(520_000)]),
    );
    const { uri } = await theme({ ...SOUND, ...long });
    const client = await session();
    opened(client, uri('layout/theme.liquid'), '{{ page.titre | nimporte }}');
    expect(codes(await client.diagnostics(uri('layout/theme.liquid')))).toEqual(['analyse_interrompue']);
    const asked = { textDocument: { uri: uri('layout/theme.liquid') }, position: { line: 0, character: 3 } };
    expect((await client.ask('textDocument/completion', asked)).result).toBe(null);
  });
});

describe('files on the disk', () => {
  it('are read again when the client tells of them, once it is asked to', async () => {
    const { uri, write, root } = await theme({ ...SOUND, 'sections/b.liquid': '{% render "absent" %}' });
    const client = await session();
    const registration = await client.take('it asks', ({ method }) => method === 'client/registerCapability');
    expect(registration.params.registrations).toMatchObject([{ method: 'workspace/didChangeWatchedFiles' }]);
    client.send({ id: registration.id ?? null, result: null });
    opened(client, uri('sections/a.liquid'), '');
    await client.diagnostics(uri('sections/b.liquid'));
    await write('snippets/absent.liquid', '');
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri('snippets/absent.liquid'), type: 1 }] });
    expect(await client.diagnostics(uri('sections/b.liquid'))).toMatchObject({ diagnostics: [] });
    await rm(join(root, 'snippets/absent.liquid'));
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri('snippets/absent.liquid'), type: 3 }] });
    expect(codes(await client.diagnostics(uri('sections/b.liquid')))).toEqual(['extrait_manquant']);
  });

  it('are watched for a client that does not; what is open stands before them', async () => {
    const { uri, write } = await theme({ ...SOUND, 'sections/b.liquid': '{% render "absent" %}' });
    const client = await session({});
    opened(client, uri('sections/a.liquid'), '{% render "absent" %}');
    await client.diagnostics(uri('sections/b.liquid'));
    await write('sections/b.liquid', '');
    await write('sections/a.liquid', '');
    expect(await client.diagnostics(uri('sections/b.liquid'))).toMatchObject({ diagnostics: [] });
    const asked = await client.ask('textDocument/diagnostic', { textDocument: { uri: uri('sections/a.liquid') } });
    expect(codes({ diagnostics: asked.result.items })).toEqual(['extrait_manquant']);
  });

  it('are never those outside of the theme: no link is followed, no other address read', async () => {
    const { uri, root } = await theme(SOUND);
    const { root: elsewhere, write } = await theme({ 'secret.liquid': '{% render "absent" %}' });
    await write('snippets/s.liquid', '');
    await symlink(join(elsewhere, 'secret.liquid'), join(root, 'sections/lien.liquid'));
    await symlink(join(elsewhere, 'snippets'), join(root, 'snippets'));
    const client = await session();
    opened(client, uri('sections/a.liquid'), '{% render "s" %}');
    expect(codes(await client.diagnostics(uri('sections/a.liquid')))).toEqual(['extrait_manquant']);
    expect(codes(await client.diagnostics(uri('sections/lien.liquid')))).toEqual(['lien']);
    for (const address of [
      'http://localhost/layout/theme.liquid',
      `file://ailleurs${root}/sections/a.liquid`,
      `${uri('sections')}/%2e%2e%2fa.liquid`,
      `${uri('sections')}/a%00.liquid`,
      `${uri('sections')}/%E0%A4.liquid`,
      'x'.repeat(10_000),
      '',
    ]) {
      opened(client, address, '{{ "a" | nimporte }}', 'css');
      const asked = { textDocument: { uri: address }, position: { line: 0, character: 4 } };
      expect((await client.ask('textDocument/hover', asked)).result, address).toBe(null);
    }
  });
});

describe('requests', () => {
  const FILES = {
    ...SOUND,
    'config/settings_schema.json':
      '[{ "name": "T", "settings": [{ "type": "text", "id": "accroche", "label": "A" }] }]',
    'sections/a.liquid': "{% render 'bouton', texte: settings.accroche %}\n{{ page.titre | upc }}\n",
    'sections/b.liquid': "{% render 'bouton', texte: 'b' %}{{ settings.accroche }}\n",
    'snippets/bouton.liquid': '{{ texte }}\n',
  };

  async function asking(capabilities?: object) {
    const { uri } = await theme(FILES);
    const client = await session(capabilities);
    const address = uri('sections/a.liquid');
    opened(client, address, FILES['sections/a.liquid']);
    await client.diagnostics(address);
    const ask = async (method: string, line: number, character: number, more: object = {}) =>
      (await client.ask(method, { textDocument: { uri: address }, position: { line, character }, ...more })).result;
    return { client, uri, address, ask };
  }

  it('name a new name in all files, and the new name of the file', async () => {
    const { client, uri, ask } = await asking();
    opened(client, uri('sections/b.liquid'), FILES['sections/b.liquid']);
    expect(await ask('textDocument/prepareRename', 0, 13)).toMatchObject({ placeholder: 'bouton' });
    const { documentChanges } = await ask('textDocument/rename', 0, 13, { newName: 'lien' });
    const edits = [{ range: { start: { line: 0, character: 11 }, end: { line: 0, character: 17 } }, newText: 'lien' }];
    expect(documentChanges).toHaveLength(3);
    expect(documentChanges).toContainEqual({ textDocument: { uri: uri('sections/a.liquid'), version: 1 }, edits });
    expect(documentChanges).toContainEqual({ textDocument: { uri: uri('sections/b.liquid'), version: 1 }, edits });
    expect(documentChanges.at(-1)).toEqual({
      kind: 'rename',
      oldUri: uri('snippets/bouton.liquid'),
      newUri: uri('snippets/lien.liquid'),
    });
    const params = { textDocument: { uri: uri('sections/a.liquid') }, position: { line: 0, character: 13 } };
    const refused = await client.ask('textDocument/rename', { ...params, newName: '../x' });
    expect(refused.error).toMatchObject({ code: -32803, message: expect.stringMatching(/\S\.$/) });
  });

  it('answer clients that know little: plain changes, a flat outline, no fields, no Markdown, and a sentence', async () => {
    const { client, ask, uri } = await asking({});
    const { changes } = await ask('textDocument/rename', 0, 13, { newName: 'lien' });
    expect(Object.keys(changes).sort()).toEqual([uri('sections/a.liquid'), uri('sections/b.liquid')]);
    const said = await client.take('a sentence', ({ method }) => method === 'window/showMessage');
    expect(said.params.message).toContain('Renommez snippets/bouton.liquid en snippets/lien.liquid.');
    const { items } = await ask('textDocument/completion', 1, 18);
    expect(JSON.stringify(items)).not.toMatch(/\$\{1|markdown/);
    expect(items.find(({ label }: { label: string }) => label === 'append').textEdit.newText).toBe('append: fin');
    expect((await ask('textDocument/hover', 0, 13)).contents.kind).toBe('plaintext');
    for (const symbol of await ask('textDocument/documentSymbol', 0, 0)) expect(symbol).toHaveProperty('location.uri');
    expect(await ask('textDocument/codeAction', 0, 0, { range: WHOLE, context: { diagnostics: [] } })).toEqual([]);
  });

  it('find the places of a setting, with its declaration or without', async () => {
    const { ask, uri } = await asking();
    const places = async (includeDeclaration: boolean) =>
      (await ask('textDocument/references', 0, 40, { context: { includeDeclaration } })).map(
        (place: { uri: string }) => place.uri,
      );
    const uses = [uri('sections/a.liquid'), uri('sections/b.liquid')];
    expect((await places(false)).sort()).toEqual(uses);
    expect(await places(true)).toContain(uri('config/settings_schema.json'));
    expect((await ask('textDocument/definition', 0, 40)).uri).toBe(uri('config/settings_schema.json'));
    expect(await ask('textDocument/documentHighlight', 0, 40)).toHaveLength(1);
  });

  it('offer what turns a check off, and only at its problem', async () => {
    const { client, address } = await asking();
    const actions = async (line: number, only?: string[]) => {
      const range = { start: { line, character: 16 }, end: { line, character: 16 } };
      const params = { textDocument: { uri: address }, range, context: { diagnostics: [], ...(only && { only }) } };
      return (await client.ask('textDocument/codeAction', params)).result;
    };
    expect(JSON.stringify(await actions(1))).toContain('{% # vitrine-ignorer filtre_inconnu');
    expect(await actions(0)).toEqual([]);
    expect(await actions(1, ['refactor'])).toEqual([]);
  });

  it('are given up when they are cancelled, and refused when the text has changed before the theme was read', async () => {
    const { uri } = await theme(FILES);
    const client = await session();
    const address = uri('sections/a.liquid');
    const hover = (id: string) =>
      client.send({
        id,
        method: 'textDocument/hover',
        params: { textDocument: { uri: address }, position: { line: 0, character: 13 } },
      });
    const answer = (id: string) => client.take(`${id} is answered`, (message) => message.id === id);
    opened(client, address, FILES['sections/a.liquid']);
    hover('cancelled');
    client.notify('$/cancelRequest', { id: 'cancelled' });
    hover('late');
    changed(client, address, 2, { range: { start: ZERO, end: ZERO }, text: '\n' });
    hover('new');
    expect((await answer('cancelled')).error?.code).toBe(-32800);
    expect((await answer('late')).error?.code).toBe(-32801);
    expect((await answer('new')).result).toBe(null);
    hover('after');
    expect((await answer('after')).result).toBe(null);
    client.notify('$/cancelRequest', { id: 'after' });
  });

  it('that fail do not end the session, and the log says so', async () => {
    const { client, address, ask } = await asking();
    changed(client, address, 2, { range: 'partout' });
    const logged = await client.take('the fault is told', ({ method }) => method === 'window/logMessage');
    expect(logged.params).toMatchObject({
      type: 1,
      message: expect.stringMatching(/^« textDocument\/didChange » a échoué/),
    });
    const faulty = await client.ask('textDocument/codeAction', { textDocument: { uri: address } });
    expect(faulty.error?.code).toBe(-32603);
    expect(await ask('textDocument/hover', 0, 13)).not.toBe(null);
  });

  it('lay a document out, by as small a change as may be; one with a mistake stays, and the mistake is told', async () => {
    const { client, address } = await asking();
    const format = () =>
      client.ask('textDocument/formatting', {
        textDocument: { uri: address },
        options: { tabSize: 8, insertSpaces: false },
      });
    changed(client, address, 2, { text: '<p>\n  {{ page.titre }}\n</p>\n<p>{{page.titre}}</p>\n' });
    expect((await format()).result).toEqual([
      { range: { start: { line: 3, character: 5 }, end: { line: 3, character: 15 } }, newText: ' page.titre ' },
    ]);
    changed(client, address, 3, { text: '<p>\n  {{ page.titre }}\n</p>\n' });
    expect((await format()).result).toEqual([]);
    changed(client, address, 4, { text: '{% if %}' });
    expect((await format()).error).toMatchObject({ code: -32803, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  it('tell what a file names before the client renames it', async () => {
    const { client, uri } = await asking();
    const asked = (...files: string[][]) =>
      client.ask('workspace/willRenameFiles', {
        files: files.map(([from = '', to = '']) => ({ oldUri: uri(from), newUri: uri(to) })),
      });
    const { result } = await asked(['snippets/bouton.liquid', 'snippets/lien.liquid']);
    expect(result.documentChanges).toHaveLength(2);
    expect((await asked(['snippets/bouton.liquid', 'ailleurs/bouton.liquid'])).result).toBe(null);
  });
});

const ZERO = { line: 0, character: 0 };
const WHOLE = { start: ZERO, end: { line: 1_000, character: 0 } };
