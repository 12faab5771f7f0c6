/** In every page of a preview: shows the next save, and what is wrong. */

/** @typedef {{ lieu: string, message: string, ligne: string }} Problem */

/** @param {HTMLScriptElement} script */
function follow(script) {
  let version = script.dataset.version ?? '';
  /** @type {Problem[]} */
  const own = JSON.parse(script.dataset.problemes ?? '[]');
  const panel = new Panel();
  panel.show(own);
  sayShown(version);

  /** @type {EventSource | null} */
  let events = null;
  const connect = () => {
    if (events || document.visibilityState === 'hidden') return;
    events = new EventSource('/.apercu/evenements');
    events.addEventListener('bonjour', ({ data }) => {
      if (JSON.parse(data).version !== version) location.reload();
    });
    events.addEventListener('page', () => location.reload());
    events.addEventListener('styles', async ({ data }) => {
      const told = JSON.parse(data);
      version = told.version;
      await Promise.all(told.fichiers.map(exchangeStyle));
      sayShown(version);
    });
    events.addEventListener('problemes', ({ data }) => panel.show([...own, ...JSON.parse(data).problemes]));
  };
  const disconnect = () => {
    events?.close();
    events = null;
  };
  // A browser has six connections to one host: pages that nobody looks at give theirs back.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') disconnect();
    else connect();
  });
  addEventListener('pagehide', disconnect);
  addEventListener('pageshow', connect);
  connect();
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

/**
 * Puts the new style sheet in the place of the old one, without a moment with neither.
 * @param {string} file
 */
async function exchangeStyle(file) {
  const links = [...document.querySelectorAll('link')].filter(
    ({ rel, href }) => /\bstylesheet\b/.test(rel) && isAssetNamed(href, file),
  );
  // It comes into this page in another way, or not at all.
  if (links.length === 0) return location.reload();
  await Promise.all(
    links.map(async (old) => {
      const link = old.cloneNode();
      if (!(link instanceof HTMLLinkElement)) return;
      const address = new URL(old.href);
      address.searchParams.set('apercu', String(Date.now()));
      link.href = address.href;
      await new Promise((done) => {
        link.addEventListener('load', done);
        link.addEventListener('error', done);
        old.after(link);
      });
      old.remove();
    }),
  );
}

/**
 * @param {string} href
 * @param {string} file
 */
function isAssetNamed(href, file) {
  const { origin, pathname } = new URL(href, location.href);
  return origin === location.origin && pathname.startsWith('/theme-assets/') && pathname.endsWith(`/${file}`);
}

const STYLE = `
:host { all: initial; }
section { position: fixed; inset: auto 0 0 0; z-index: 2147483647; max-height: 45vh; overflow: auto; padding: 1rem 1.25rem;
  background: #2b1214; color: #fff; font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; border-top: 3px solid #ff8a7a; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
ul { margin: 0; padding: 0; list-style: none; }
li { margin: 0 0 .75rem; overflow-wrap: anywhere; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
code { color: #ffc2b8; font-weight: 600; }
pre { margin: .25rem 0 0; padding: .375rem .5rem; background: #170809; white-space: pre-wrap; }
button { float: right; font: inherit; color: inherit; background: none; border: 1px solid currentcolor; border-radius: 4px;
  padding: .125rem .625rem; cursor: pointer; }
button:focus-visible { outline: 3px solid #ffc2b8; outline-offset: 2px; }
`;

/** What is wrong, over the page, out of reach of its styles. */
class Panel {
  #host = document.createElement('vitrine-apercu');
  #root = this.#host.attachShadow({ mode: 'open' });

  constructor() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
  }

  /** @param {Problem[]} problems */
  show(problems) {
    const places = new Set();
    const each = problems.filter(({ lieu }) => !places.has(lieu) && places.add(lieu));
    if (each.length === 0) return this.#host.remove();
    const section = element('section');
    section.setAttribute('role', 'alert');
    const close = element('button', 'Fermer');
    close.addEventListener('click', () => this.#host.remove());
    const list = element('ul');
    list.append(...each.map(item));
    section.append(close, element('h2', each.length > 1 ? `${each.length} erreurs` : 'Une erreur'), list);
    this.#root.replaceChildren(section);
    document.documentElement.append(this.#host);
  }
}

/** @param {Problem} problem */
function item({ lieu, message, ligne }) {
  const li = element('li');
  li.append(element('code', lieu), document.createElement('br'), message);
  if (ligne !== '') li.append(element('pre', ligne));
  return li;
}

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text = '') {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) follow(script);
