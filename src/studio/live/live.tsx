/** Makes a page alive that the server has drawn: hydrates it, and draws it anew from what the server says when something has changed. */
import { type ComponentChildren, type ComponentType, hydrate, render } from 'preact';
import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { ApiRefusal } from '../api/client.ts';
import type { FrameProps } from '../frame/props.ts';
import { Announcement } from '../parts/announcement.tsx';
import { SignIn } from '../parts/refusal.tsx';
import { rememberFocus } from './focus.ts';

/** What a page is drawn from. */
interface State {
  /** Names the components that the server draws with: those of another release have other props. */
  readonly build: string;
  readonly frame: FrameProps;
  readonly props: object;
}

/** How long an announcement stays over the page, milliseconds. */
const SHOWN_MS = 12_000;

let state: State;
let View: ComponentType<object>;
let Frame: ComponentType<FrameProps> | undefined;
let announcement: ComponentChildren = null;
/** A window that no part of the page has opened. */
let above: ComponentChildren = null;
let end: ReturnType<typeof setTimeout> | undefined;
/** How often the page was asked for anew. */
let asked = 0;

function drawBy(into: typeof render): void {
  const { frame, props } = state;
  const place = (id: string) => document.getElementById(id) as HTMLElement;
  if (Frame) into(<Frame {...frame} />, place('cadre'));
  into(
    <>
      <View {...props} />
      <Announcement>{announcement}</Announcement>
      {above}
    </>,
    place('racine'),
  );
}

/** As `enliven` of `enliven.tsx`, for a script without room: what stands above the page stays as the server drew it, and no act waits for a sign-in. */
export function enlivenAlone<Props>(page: ComponentType<Props>, frame?: ComponentType<FrameProps>): void {
  View = page as ComponentType<object>;
  Frame = frame;
  state = JSON.parse(document.getElementById('donnees')?.textContent ?? '');
  drawBy(hydrate);
}

/** Shows a window above the page, whatever becomes of the parts of the page; null takes the window away. */
export function showAbove(window: ComponentChildren): void {
  above = window;
  draw();
}

/** Says what has happened, to eyes and to screen readers; the next announcement takes its place. */
export function announce(words: ComponentChildren): void {
  announcement = words;
  draw();
  clearTimeout(end);
  end = setTimeout(() => {
    announcement = null;
    draw();
  }, SHOWN_MS);
}

function draw(): void {
  const giveFocusBack = rememberFocus();
  drawBy(render);
  giveFocusBack();
}

/** Asks the page's own address again, and shows what the answer says. Typed text, open details, the scroll position and the focus stay. */
export async function refresh(): Promise<void> {
  const mine = ++asked;
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
  if (answer?.redirected && new URL(answer.url).pathname === '/connexion') {
    announce(
      <>
        Votre session est terminée. <SignIn />
      </>,
    );
    return;
  }
  const text = answer?.ok ? await answer.text().catch(() => '') : '';
  // Nothing else in the page has these characters: attributes and JSON write quotes otherwise, and no `<` is in the JSON.
  const told = jsonValueOf(text.split(' id="donnees">')[1]?.split('<')[0] ?? '') as unknown as State | undefined;
  // A later question is under way, and its answer is newer.
  if (mine !== asked) return;
  if (told?.build !== state.build) {
    announce('La page n’a pas pu être relue : rechargez-la pour voir son état.');
    return;
  }
  state = told;
  // A page moves with the address of its site.
  if (answer?.redirected) history.replaceState(null, '', answer.url);
  draw();
}

/** Refreshes the page, and says what has happened. */
export async function shown(words: ComponentChildren): Promise<void> {
  await refresh();
  announce(words);
}

/**
 * Does something with what the page shows: where that was deleted elsewhere, the page is refreshed and says so.
 * @param words that say what is gone
 */
export async function unlessGone(words: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.isGone)) throw error;
    await shown(words);
  }
}
