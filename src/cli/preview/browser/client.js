/** The script of every page of a preview: shows the next save, and the problems of the theme. */
import { Panel } from './panel.js';
import { fetchPage, patch } from './patch.js';
import { exchangeStyle } from './styles.js';

/** @typedef {import('./panel.js').Problem} Problem */
/** @typedef {{ version: string, etendue: 'styles' | 'page' | 'tout', styles: string[] }} Save */

/** @param {HTMLScriptElement} script has the version of the page and the problems that its render had */
function follow(script) {
  const panel = new Panel();
  /** @returns {Problem[]} */
  const own = () => JSON.parse(script.dataset.problemes ?? '[]');
  const tell = () => {
    panel.show(own());
    sayShown(script.dataset.version ?? '');
  };
  tell();

  /** @type {EventSource | null} */
  let events = null;
  let showing = Promise.resolve();
  const connect = () => {
    if (events || document.visibilityState === 'hidden') return;
    events = new EventSource('/.apercu/evenements');
    events.addEventListener('bonjour', ({ data }) => {
      if (JSON.parse(data).version !== script.dataset.version) location.reload();
    });
    events.addEventListener('enregistrement', ({ data }) => {
      showing = showing
        .then(() => show(JSON.parse(data), script))
        .then((isShown) => (isShown ? tell() : location.reload()))
        // The preview has stopped; it sends its version when it is back.
        .catch(() => {});
    });
    events.addEventListener('problemes', ({ data }) => panel.show([...own(), ...JSON.parse(data).problemes]));
  };
  const disconnect = () => {
    events?.close();
    events = null;
  };
  // A browser has six connections to one host: a hidden page closes its own.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') disconnect();
    else connect();
  });
  addEventListener('pagehide', disconnect);
  addEventListener('pageshow', connect);
  connect();
}

/**
 * Shows a save in the page as it stands.
 * @param {Save} save
 * @param {HTMLScriptElement} script
 * @returns whether that could be done; else the page has to be loaded again
 */
async function show({ version, etendue, styles }, script) {
  if (etendue === 'tout') return false;
  const page = etendue === 'page' ? fetchPage(script.nonce) : null;
  const exchanges = await Promise.all(styles.map(exchangeStyle));
  if (exchanges.includes(false)) return false;
  if (page) {
    const next = await page;
    return next !== null && patch(next, script);
  }
  script.dataset.version = version;
  return true;
}

/**
 * Says that this version is to be seen, once it is.
 * @param {string} version
 */
function sayShown(version) {
  requestAnimationFrame(() =>
    setTimeout(() => {
      fetch(`/.apercu/vu?version=${encodeURIComponent(version)}`, { method: 'POST', keepalive: true }).catch(() => {});
    }),
  );
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) follow(script);
