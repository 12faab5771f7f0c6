/** @typedef {{ lieu: string, message: string, ligne: string }} Problem */

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

/** The problems, shown over the page in a shadow root that the page's styles do not reach. */
export class Panel {
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
    section.append(close, element('h2', each.length > 1 ? `${each.length} problèmes` : 'Un problème'), list);
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
