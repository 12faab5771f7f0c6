import { HYDRATION_MARK, LOGIN_PATH } from './marks.ts';
import type { OwnEntrance } from './own-entrance.ts';
import { assertFile, FILE_BYTES, PAGE_BYTES, shownPage } from './shown-page.ts';

/**
 * Visits the login page as a browser does: the page, what its script hydrates, and the script.
 * @param host a host name of the platform
 * @throws Error when the page does not show or could not be hydrated (docs/operations.md, Health)
 */
export async function probeLoginScreen(own: OwnEntrance, host: string, signal: AbortSignal): Promise<void> {
  const { elements, hasNonce } = await shownPage(await own.ask({ host, path: LOGIN_PATH, bytes: PAGE_BYTES, signal }));
  if (!elements.some(({ attributes }) => attributes.has(HYDRATION_MARK))) {
    throw new Error('the login page has nothing to hydrate');
  }
  const script = elements.find((element) => element.name === 'script' && element.attributes.has('src'));
  if (!script || !hasNonce(script)) throw new Error('the login page has no script that its policy lets run');
  const url = URL.parse(script.attributes.get('src') ?? '', `http://${host}${LOGIN_PATH}`);
  if (url?.hostname !== host) throw new Error('the script of the login page is not ours');
  const answer = await own.ask({ host, path: url.pathname + url.search, bytes: FILE_BYTES, signal });
  assertFile('the script of the login page', 'text/javascript', answer);
}
