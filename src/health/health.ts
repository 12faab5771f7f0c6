import type { Renderer } from '../../sandbox/renderer.ts';
import type { Pool } from '../storage/pool.ts';
import { readAsPublic } from '../storage/public-sites.ts';

/** How long a report is remembered by this instance, milliseconds (specification, Health, 5). */
export const HEALTH_MEMORY_MS = 10_000;
const PROBE_TIMEOUT_MS = 5_000;

export interface ComponentHealth {
  readonly cle: string;
  readonly nom: string;
  readonly etat: 'ok' | 'hs';
  /** Duration of the probe, milliseconds. */
  readonly ms: number;
}

export interface HealthReport {
  readonly etat: 'ok' | 'hs';
  readonly mesureLe: string;
  readonly composants: readonly ComponentHealth[];
}

interface Component {
  readonly cle: string;
  readonly nom: string;
  /** Exercises the component; rejects when it does not work. */
  probe(): Promise<void>;
}

/** Exercises what the service stands on and remembers the report for ten seconds; one measurement at a time. */
export class Health {
  readonly #components: readonly Component[];
  #report: Promise<HealthReport> | null = null;
  #expires = 0;

  constructor(db: Pool, renderer: Renderer) {
    this.#components = [
      { cle: 'base', nom: 'Base de données', probe: () => readAsPublic(db) },
      { cle: 'rendu', nom: 'Rendu des sites', probe: () => probeRendering(renderer) },
    ];
  }

  report(): Promise<HealthReport> {
    const now = Date.now();
    if (!this.#report || now >= this.#expires) {
      this.#expires = now + HEALTH_MEMORY_MS;
      this.#report = this.#measure();
    }
    return this.#report;
  }

  async #measure(): Promise<HealthReport> {
    const composants = await Promise.all(this.#components.map(measure));
    const etat = composants.every((component) => component.etat === 'ok') ? 'ok' : 'hs';
    return { etat, mesureLe: new Date().toISOString(), composants };
  }
}

async function measure({ cle, nom, probe }: Component): Promise<ComponentHealth> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the probe took too long')), PROBE_TIMEOUT_MS);
  });
  const etat = await Promise.race([probe(), late]).then(
    () => 'ok' as const,
    () => 'hs' as const,
  );
  clearTimeout(timer);
  return { cle, nom, etat, ms: Math.round(performance.now() - began) };
}

/** A theme of one line, rendered like any other; its id belongs to nobody. */
const WITNESS = '00000000-0000-4000-8000-000000000000';
const WITNESS_FILES = {
  'layout/theme.liquid': "{{ 'theme.css' | asset_url }}{{ content_for_layout }}",
  'templates/index.json': '{"sections":{"a":{"type":"temoin"}},"order":["a"]}',
  'sections/temoin.liquid': ' {{ site.nom }}',
};

/** Renders the witness theme through the sandbox, and compares what `asset_url` gives with what it must. */
async function probeRendering(renderer: Renderer): Promise<void> {
  const outcome = await renderer.render(
    {
      theme: { id: WITNESS, version: '1' },
      content: { id: WITNESS, version: '1' },
      request: { templates: ['index'], page: { titre: '', slug: '', contenu: '', demande: '' }, nonce: '' },
    },
    {
      theme: async () => ({ version: '1', files: WITNESS_FILES }),
      content: async () => ({ version: '1', values: { site: { nom: 'témoin', slug: '' }, menus: {} } }),
    },
  );
  const html = outcome.outcome === 'page' ? Buffer.from(outcome.body).toString('utf8') : outcome.outcome;
  if (html !== `/theme-assets/${WITNESS}/theme.css témoin`) throw new Error(`the witness theme rendered ${html}`);
}
