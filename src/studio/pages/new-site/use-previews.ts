import { useEffect, useState } from 'preact/hooks';
import type { ProposedSite } from '../../../contract/new-site.ts';
import type { Trade } from '../../../themes/trades.ts';
import { Api, ApiRefusal, BUSY_MS } from '../../api/client.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { frameDocument } from '../../preview/frame-document.ts';
import { HostFonts } from '../../preview/host-fonts.ts';

const api = new Api(null);
const fonts = new HostFonts();

/** How often a busy service is asked again before the person may ask. */
const ATTEMPTS = 5;

/** Home pages of the site that somebody may make. */
interface Previews {
  /** The documents of frames, by theme and edition; those before stay until new ones come. */
  readonly pages: ReadonlyMap<string, string>;
  /** Asks again; null unless the question has failed. */
  readonly again: (() => void) | null;
}

/**
 * Asks for the previews of a name and a trade, and for others when one of the two changes: the newest question wins.
 * @param name nothing is asked while it is empty
 */
export function usePreviews(name: string, trade: Trade): Previews {
  const [pages, setPages] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useLoaded((signal) => (name === '' ? Promise.resolve(NONE) : ask(name, trade, signal)), [name, trade]);
  useEffect(() => {
    if (asked.state === 'there') setPages(asked.value);
  }, [asked]);
  return { pages, again: asked.state === 'failed' ? asked.again : null };
}

const NONE: ReadonlyMap<string, string> = new Map();

async function ask(name: string, trade: Trade, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  const { propositions } = await patiently(signal, () =>
    api.send<{ propositions: readonly ProposedSite[] }>('/api/sites/apercus', {
      method: 'POST',
      body: { nom: name, metier: trade, nonce },
      signal,
    }),
  );
  const made = propositions.map(async ({ origine, edition, html, ressources, fichiers }) => {
    if (html === null) return [];
    const page = await frameDocument(html, {
      resources: ressources,
      assetText: (file) => (Object.hasOwn(fichiers, file) ? fichiers[file] : undefined),
      font: (address) => fonts.read(address),
      // A new site has no library.
      pictures: async () => undefined,
      nonce,
      // Nobody listens to these frames.
      token: '',
      incidents: [],
    });
    return [[`${origine} ${edition}`, page] as const];
  });
  return new Map((await Promise.all(made)).flat());
}

/** Asks a service that is busy for the moment again after a pause. */
async function patiently<T>(signal: AbortSignal, question: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof ApiRefusal && error.isMomentary) || attempt === ATTEMPTS || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    }
  }
}
