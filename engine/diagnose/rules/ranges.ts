import type { DeclaredSetting } from '../../document/declared.ts';
import { type JsonValue, numberOf, valueAt } from '../../json/json-tree.ts';
import type { Report } from '../rule.ts';

/** How far a number of steps may be from a whole one: decimals are not exact. */
const ROUNDING = 1e-6;

/** What the slider of a setting does without a bound. */
const WITHOUT = { min: 'commence à 0', max: 'finit à 100' } as const;

/** The bounds and the step of a slider. */
export function judgeRange({ id, declaration }: DeclaredSetting, report: Report): void {
  for (const key of ['min', 'max', 'step'] as const) {
    const written = valueAt(declaration, key);
    if (written && numberOf(written) === undefined) report('borne_invalide', written, { cle: key });
    else if (!written && key !== 'step') {
      report('borne_absente', valueAt(declaration, 'id') ?? declaration, { id, cle: key, suite: WITHOUT[key] });
    }
  }
  const [from, to, by] = ['min', 'max', 'step'].map((key) => valueAt(declaration, key));
  const [min, max, step] = [from, to, by].map(numberOf);
  if (min === undefined || max === undefined || !from) return;
  if (min > max) report('bornes_inversees', from, { id });
  else if (by && step !== undefined) judgeStep(by, step, max - min, report);
}

function judgeStep(written: JsonValue, step: number, width: number, report: Report): void {
  const steps = width / step;
  if (step <= 0) report('pas_invalide', written, { raison: 'celui-ci ne l’est pas' });
  else if (steps < 1) report('pas_invalide', written, { raison: 'celui-ci dépasse leur écart' });
  else if (Math.abs(steps - Math.round(steps)) > ROUNDING) {
    report('pas_invalide', written, { raison: 'avec celui-ci le curseur n’atteint pas « max »' });
  }
}
