/** The rules and the dashboard that operators copy. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PROMETHEUS = join(ROOT, 'deploy/prometheus');
export const RULES = join(PROMETHEUS, 'vitrine.rules.yml');
export const SURROUNDINGS = join(PROMETHEUS, 'surroundings.rules.yml');
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: Place;
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] };
}

export const rules = await readFile(RULES, 'utf8');
export const board: Dashboard = JSON.parse(await readFile(join(ROOT, 'deploy/grafana/vitrine.json'), 'utf8'));
export const questions = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
