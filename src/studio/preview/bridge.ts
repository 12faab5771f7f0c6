import type { Incident } from '../../contract/previews.ts';
import type { FrameMessage, PageMessage } from './messages.ts';

/**
 * Runs inside the preview's frame, beside the theme's own scripts: it is written into the frame as text (`bridgeSource`), so it uses
 * nothing of this module. Sections stand between comments, `vitrine:<type>:<key>` and `/vitrine` (engine/runtime/comments.ts).
 */
function bridge(incidents: readonly Incident[], styleNonce: string, token: string): void {
  // It runs before any script of the theme, which must not find the token: neither in this element nor by replacing `parent`.
  document.currentScript?.remove();
  const host = parent;
  const tell = (message: FrameMessage) => host.postMessage({ ...message, jeton: token }, '*');
  const START = /^vitrine:([^:]*):(.*)$/;

  const markBefore = (from: Node): RegExpExecArray | null => {
    for (let node: Node | null = from; node; node = node.parentNode) {
      let closed = 0;
      for (let before = node.previousSibling; before; before = before.previousSibling) {
        if (before.nodeType !== Node.COMMENT_NODE) continue;
        const text = before.nodeValue ?? '';
        if (text === '/vitrine') closed++;
        else if (START.test(text) && closed-- === 0) return START.exec(text);
      }
    }
    return null;
  };
  const decoded = (text = '') => {
    try {
      return decodeURIComponent(text);
    } catch {
      return '';
    }
  };

  addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const link = target?.closest('a[href]');
      if (link) {
        event.preventDefault();
        const href = link.getAttribute('href') ?? '';
        if (href.startsWith('#')) document.getElementById(decoded(href.slice(1)))?.scrollIntoView();
        else if (href.startsWith('/') && !event.altKey && event.isTrusted) tell({ vitrine: 'naviguer', adresse: href });
        if (!event.altKey) return;
      }
      const mark = event.isTrusted && target && markBefore(target);
      if (mark) tell({ vitrine: 'section', type: decoded(mark[1]), cle: decoded(mark[2]) });
    },
    true,
  );
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && tell({ vitrine: 'appui' }), true);
  addEventListener('submit', (event) => event.preventDefault(), true);

  let isScrollTold = false;
  addEventListener('scroll', () => {
    if (isScrollTold) return;
    isScrollTold = true;
    requestAnimationFrame(() => {
      isScrollTold = false;
      tell({ vitrine: 'defilement', y: scrollY });
    });
  });

  const comments = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    const found: Comment[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Comment);
    return found;
  };
  addEventListener('message', ({ source, data }: MessageEvent<PageMessage>) => {
    if (source !== host || typeof data !== 'object' || data === null) return;
    if (data.vitrine === 'defiler') scrollTo({ top: data.y, behavior: 'instant' });
    if (data.vitrine === 'montrer') {
      const start = comments().find((comment) => decoded(START.exec(comment.data)?.[2]) === data.cle);
      for (let node = start?.nextSibling; node && !(node instanceof Comment); node = node.nextSibling) {
        if (!(node instanceof HTMLElement)) continue;
        node.scrollIntoView({ block: 'nearest' });
        node.animate(
          [
            { outline: '3px solid #d9632f', outlineOffset: '-3px' },
            { outline: '3px solid transparent', outlineOffset: '-3px' },
          ],
          1_200,
        );
        break;
      }
    }
  });

  const style = document.createElement('style');
  style.nonce = styleNonce;
  style.textContent =
    '.vitrine-echec{all:revert;display:block;margin:8px;padding:12px 16px;border:2px dashed #b3261e;background:#fff4f2;color:#5c120c;font:14px/1.5 ui-sans-serif,system-ui,sans-serif}.vitrine-echec b{font-weight:600}';
  const explain = () => {
    document.head.append(style);
    for (const comment of comments()) {
      const [, what = '', type = ''] =
        /^ (section (?:en erreur|inconnue|trop imbriquée)) : (.*) $/.exec(comment.data) ?? [];
      if (what === '' || !(comment.parentElement instanceof HTMLElement) || document.head.contains(comment)) continue;
      const incident =
        incidents.find(({ chemin }) => chemin === `sections/${type}.liquid`) ??
        (what === 'section en erreur' ? incidents[0] : undefined);
      const box = document.createElement('div');
      box.className = 'vitrine-echec';
      const name = document.createElement('b');
      name.textContent = `${what.charAt(0).toUpperCase()}${what.slice(1)} : ${type}`;
      box.append(name);
      if (incident) {
        const place = incident.ligne ? `${incident.chemin}, ligne ${incident.ligne}` : incident.chemin;
        box.append(document.createElement('br'), `${place} : ${incident.message}`);
      }
      comment.after(box);
    }
  };
  const begin = () => {
    explain();
    tell({ vitrine: 'pret' });
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

/** The bridge as the text of a script of the frame. */
export const bridgeSource = (incidents: readonly Incident[], nonce: string, token: string): string =>
  `(${bridge.toString()})(${[incidents, nonce, token].map((value) => JSON.stringify(value)).join(',')})`
    .replaceAll('</', '<\\/')
    .replaceAll('<!--', '<\\!--');
