/**
 * Sessions of the protocol as editors speak it, replayed with a server; that of the first one with a server in a process of its own. `sessions/` has a file for each editor: its own
 * messages, in its order, and what the server answers in between. In what is expected, an object may have more fields than are named; in a list
 * with « … » there may be others; a text between « … » is part of the whole.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { WITHOUT_TEMPLATE } from '../../../../engine/language/paths.ts';
import { type Message, serverHere, startedServer } from '../../../support/language-client.ts';
import { themeOnDisk } from '../../../support/theme-on-disk.ts';

const FOLDER = new URL('sessions/', import.meta.url);

interface Session {
  readonly editor: string;
  readonly messages: readonly ({ readonly editor: Message } | { readonly server: Message })[];
}

const TEMPLATE = '{ "sections": { "a": { "type": "a" } }, "order": ["a"] }\n';

/** What the editors had on their disks. */
const THEME = {
  'layout/theme.liquid': '<!doctype html>\n<title>{{ page.titre }}</title>\n{{ content_for_layout }}\n',
  'config/settings_schema.json':
    '[{ "name": "Textes", "settings": [{ "type": "text", "id": "accroche", "label": "Accroche" }] }]\n',
  'sections/a.liquid': '<h1>{{ settings.accroche }}</h1>\n<p>{{ page.titre }}</p>\n',
  'snippets/bouton.liquid': '<a href="/">{{ texte }}</a>\n',
  ...Object.fromEntries(['templates/index.json', ...WITHOUT_TEMPLATE.keys()].map((path) => [path, TEMPLATE])),
};

const EDITORS = (await readdir(FOLDER)).sort();

it.concurrent.each(EDITORS)('%s', async (file) => {
  const theme = await themeOnDisk();
  for (const [path, content] of Object.entries(THEME)) await theme.write(path, content);
  const text = (await readFile(fileURLToPath(new URL(file, FOLDER)), 'utf8'))
    .replaceAll('@theme@', pathToFileURL(theme.root).href)
    .replaceAll('@folder@', theme.root)
    .replaceAll('"@pid@"', String(process.pid));
  const { messages }: Session = JSON.parse(text);
  const client = file === EDITORS[0] ? startedServer() : serverHere();
  for (const message of messages) {
    if ('editor' in message) {
      client.send(message.editor);
      continue;
    }
    const { server } = message;
    const answer = await client.take(`the server sends ${JSON.stringify(server).slice(0, 200)}`, (one) =>
      isFor(one, server),
    );
    const faults = differences(answer, server, '');
    expect(faults, JSON.stringify(answer)).toEqual([]);
  }
  expect(await client.ended).toBe(0);
  expect(client.left.filter((message) => !isOfOthers(message))).toEqual([]);
  expect(client.said).toBe('');
  await theme.remove();
});

/** Diagnostics of the files that no editor has open come when the author pauses: in a replay, which does not pause, they may. */
const isOfOthers = ({ method, params }: Message): boolean =>
  method === 'textDocument/publishDiagnostics' && !params.uri.endsWith('/sections/a.liquid');

const isFor = (one: Message, expected: Message): boolean =>
  one.method === expected.method && one.id === expected.id && one.params?.uri === expected.params?.uri;

/** Where an answer is not what is expected. */
function differences(answer: unknown, expected: unknown, place: string): string[] {
  if (typeof expected === 'string' && /^….*…$/s.test(expected)) {
    return String(answer).includes(expected.slice(1, -1)) ? [] : [`${place}: ${JSON.stringify(answer)}`];
  }
  if (Array.isArray(expected) && Array.isArray(answer)) {
    if (expected[0] === '…') {
      return expected
        .slice(1)
        .filter((one) => !answer.some((other) => differences(other, one, '').length === 0))
        .map((one) => `${place}: no ${JSON.stringify(one)}`);
    }
    if (expected.length !== answer.length) return [`${place}: ${answer.length} instead of ${expected.length}`];
    return expected.flatMap((one, at) => differences(answer[at], one, `${place}[${at}]`));
  }
  if (typeof expected === 'object' && expected !== null && typeof answer === 'object' && answer !== null) {
    return Object.entries(expected).flatMap(([name, value]) =>
      differences((answer as Record<string, unknown>)[name], value, `${place}.${name}`),
    );
  }
  return Object.is(answer, expected)
    ? []
    : [`${place}: ${JSON.stringify(answer)} instead of ${JSON.stringify(expected)}`];
}
