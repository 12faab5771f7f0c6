/** A thread that knows the theme as it is edited and the language that it is written in, so that the page does not wait for it. */
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import { diagnosticsOf, FACE } from './face.ts';
import type { Changes, FromThread, Question, ToThread } from './messages.ts';

/** Time after a change in which nothing more may change before the theme is looked over, milliseconds. */
const PAUSE_MS = 150;

let theme = ThemeDocuments.of({});
let pause: ReturnType<typeof setTimeout> | undefined;

addEventListener('message', ({ data }: MessageEvent<ToThread>) => {
  if (data.kind === 'changes') take(data);
  else answer(data);
});

function take({ revision, texts, isWhole }: Changes): void {
  for (const [path, text] of texts) theme = theme.with(path, text);
  clearTimeout(pause);
  if (!isWhole) return;
  pause = setTimeout(() => tell({ kind: 'diagnosed', revision, diagnostics: diagnosticsOf(theme) }), PAUSE_MS);
}

function answer({ id, asked, given }: Question): void {
  const ask = FACE[asked] as (of: ThemeDocuments, ...rest: readonly unknown[]) => unknown;
  tell({ kind: 'answer', id, answer: ask(theme, ...given) });
}

const tell = (message: FromThread): void => postMessage(message);
