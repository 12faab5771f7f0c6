import type { ThemePageData } from './props.ts';

/** What the server wrote into the page for its script, and the nonce under which the page runs. */
export interface Start<Data> {
  readonly data: Data;
  readonly nonce: string;
  readonly root: HTMLElement;
}

/** @throws Error when the page is not one of the studio's */
export function startOf<Data = ThemePageData>(): Start<Data> {
  const json = document.getElementById('donnees')?.textContent;
  const root = document.getElementById('studio');
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (!json || !root || !nonce) throw new Error('this page has no data for its script');
  return { data: JSON.parse(json).props, nonce, root };
}
