import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ThemeFiles } from '../../engine/index.ts';
import { PHOTOGRAPHS } from '../../src/demo/photographs.ts';
import { FontFiles } from '../../src/http/font-files.ts';
import { assetHeaders, pageHeaders } from '../../src/http/security.ts';
import { ASSETS, NONCE } from './shown-theme.ts';

const FONT_ADDRESS = /\/polices\/[\w.-]+\.woff2/g;

/** Shows one rendered page at a time to a browser, with the headers and the fonts of the platform, and with the photographs of the demo. */
export interface ThemeWindow {
  /** Scheme, host, port: the page stands at each of its paths. */
  readonly origin: string;
  /**
   * @param files of the theme whose assets the page asks for
   * @returns the page, whose assets and fonts have addresses that no page before it had: a document that stays asks for each address once
   */
  show(html: string, files: ThemeFiles): string;
  close(): Promise<unknown>;
}

export async function openThemeWindow(): Promise<ThemeWindow> {
  const fonts = await FontFiles.open();
  let pages = 0;
  let shown: { html: string; files: ThemeFiles; assets: string } = { html: '', files: {}, assets: ASSETS };
  const server = createServer(async (request, response) => {
    if (fonts.answer(request, response)) return;
    const { url = '' } = request;
    if (url.startsWith('/medias/')) {
      const photograph = await readFile(new URL(url.split('/').at(-1) ?? '', PHOTOGRAPHS));
      return response.writeHead(200, assetHeaders('image/jpeg')).end(photograph);
    }
    if (!url.startsWith(shown.assets)) return response.writeHead(200, pageHeaders(NONCE)).end(shown.html);
    const file = decodeURIComponent(url.slice(shown.assets.length));
    const body = shown.files[`assets/${file}`];
    if (body === undefined) return response.writeHead(404).end();
    const type = file.endsWith('.css') ? 'text/css; charset=utf-8' : 'image/svg+xml; charset=utf-8';
    return response.writeHead(200, assetHeaders(type)).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://theme.localhost:${(server.address() as AddressInfo).port}`,
    show: (html, files) => {
      const assets = `${ASSETS}${++pages}/`;
      shown = { html: html.replaceAll(ASSETS, assets).replace(FONT_ADDRESS, `$&?${pages}`), files, assets };
      return shown.html;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
