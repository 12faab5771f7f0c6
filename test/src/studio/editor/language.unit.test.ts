import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Diagnostic } from '../../../../src/contract/diagnostics.ts';
import { Language, type StartThread, type Thread } from '../../../../src/studio/editor/state/language.ts';
import { asEdited, placeAt, separatorOf } from '../../../../src/studio/editor/state/line-ends.ts';
import type { ToThread } from '../../../../src/studio/language/messages.ts';
import { Observable } from '../../../../src/studio/observable.ts';
import { Notices } from '../../../../src/studio/unsaved/notices.ts';

/** A thread that does only what a test says. */
class TestThread implements Thread {
  static readonly all: TestThread[] = [];
  readonly told: ToThread[] = [];
  readonly says: Parameters<StartThread>[0];
  isEnded = false;

  constructor(says: Parameters<StartThread>[0]) {
    this.says = says;
    TestThread.all.push(this);
  }

  postMessage(message: ToThread): void {
    this.told.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

class Theme extends Observable {
  readonly isReady = true;
  readonly notices = new Notices();
  readonly texts: Map<string, string | undefined>;
  found: readonly Diagnostic[] | undefined;
  readings = 0;
  readonly problems = { find: (problems: readonly Diagnostic[]) => (this.found = problems) };
  readonly work: ConstructorParameters<typeof Language>[0]['work'];

  constructor(texts: Readonly<Record<string, string | undefined>>) {
    super();
    this.texts = new Map(Object.entries(texts));
    const paths = () => [...this.texts.keys()];
    this.work = {
      get paths() {
        return paths();
      },
      textOf: (path) => this.texts.get(path),
      store: { readAll: async () => void this.readings++ },
    };
  }

  tell(): void {
    this.changed();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  TestThread.all.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const last = () => TestThread.all.at(-1) as TestThread;
const told = () => last().told.at(-1);
const PROBLEM: Diagnostic = { chemin: 'a.liquid', code: 'x', gravite: 'erreur', message: 'x' };

function follow(texts: Readonly<Record<string, string | undefined>>) {
  const theme = new Theme(texts);
  const language = new Language(theme, (says) => new TestThread(says));
  language.follow();
  return { theme, language };
}

it('the thread gets what has changed, with line feeds; of assets the names, and the texts of style sheets', () => {
  const { theme, language } = follow({ 'a.liquid': 'a\r\nb\r\n', 'assets/a.css': 'c', 'assets/a.svg': '<svg/>' });
  expect(told()).toEqual({
    ...{ kind: 'changes', revision: 1, isWhole: true },
    texts: [
      ['a.liquid', 'a\nb\n'],
      ['assets/a.css', 'c'],
      ['assets/a.svg', ''],
    ],
  });
  theme.tell();
  expect(last().told).toHaveLength(1);
  language.typed('a.liquid', 'a\nbc\n');
  theme.texts.set('a.liquid', 'a\r\nbc\r\n');
  theme.texts.delete('assets/a.css');
  theme.tell();
  expect(last().told.slice(1)).toMatchObject([
    { revision: 2, texts: [['a.liquid', 'a\nbc\n']] },
    { revision: 3, texts: [['assets/a.css', null]] },
  ]);
});

it('a theme that is not read yet is read, and nobody asks what is wrong with it before', () => {
  const { theme, language } = follow({ 'a.liquid': undefined });
  expect([told(), theme.readings]).toMatchObject([{ isWhole: false }, 1]);
  theme.texts.set('a.liquid', '');
  theme.tell();
  expect(told()).toMatchObject({ isWhole: true, texts: [] });
  expect(language.isSettled).toBe(false);
});

it('what is said about an earlier text is dropped', () => {
  const { theme, language } = follow({ 'a.liquid': 'a' });
  language.typed('a.liquid', 'ab');
  last().says.hear({ kind: 'diagnosed', revision: 1, diagnostics: [PROBLEM] });
  expect([theme.found, language.isSettled]).toEqual([undefined, false]);
  last().says.hear({ kind: 'diagnosed', revision: 2, diagnostics: [PROBLEM] });
  expect([theme.found, language.isSettled]).toEqual([[PROBLEM], true]);
});

it('a thread that hangs or fails is started anew three times, with all texts; then that is said, once', async () => {
  const { theme, language } = follow({ 'a.liquid': 'a' });
  const answer = language.ask('hoverAt', 'a.liquid', 0);
  vi.advanceTimersByTime(60_000);
  expect(await answer).toBe(null);
  expect(TestThread.all.map(({ isEnded }) => isEnded)).toEqual([true, true, true, true]);
  for (const { told: messages } of TestThread.all) {
    expect(messages[0]).toMatchObject({ texts: [['a.liquid', 'a']] });
  }
  expect([language.isOff, language.isSettled, theme.found]).toEqual([true, true, []]);
  theme.texts.set('a.liquid', 'b');
  theme.tell();
  expect(await language.ask('hoverAt', 'a.liquid', 0)).toBe(null);
  expect(TestThread.all).toHaveLength(4);

  const [notice] = theme.notices.all;
  const [action] = notice?.actions ?? [];
  if (action && 'run' in action) action.run();
  expect([theme.notices.all, TestThread.all.length, language.isOff]).toEqual([[], 5, false]);
  last().says.fail();
  expect([TestThread.all.length, told()]).toMatchObject([6, { texts: [['a.liquid', 'b']] }]);
});

it('a thread that owes nothing may be silent', () => {
  const { language } = follow({ 'a.liquid': 'a' });
  last().says.hear({ kind: 'diagnosed', revision: language.revision, diagnostics: [] });
  vi.advanceTimersByTime(600_000);
  expect(TestThread.all).toHaveLength(1);
});

it('places count in a text with line feeds, whose line ends are kept', () => {
  expect(['a\r\nb\r\n', 'a\r\nb\n', 'a', '\n'].map(separatorOf)).toEqual(['\r\n', '\n', '\n', '\n']);
  expect(asEdited('a\r\nb\r\n')).toBe('a\nb\n');
  expect(placeAt('a\nbc\n', 3)).toEqual({ line: 2, column: 2 });
});
