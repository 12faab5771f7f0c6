import type { Values } from '../../../engine/json/values.ts';

/** What a test, or a section with odd settings, did not do as it should. */
export interface Finding {
  /** `echec` fails the command; `avertissement` is worth a look. */
  readonly gravite: 'echec' | 'avertissement';
  /** Relative to the theme's folder, with `/`. */
  readonly chemin: string;
  readonly ligne?: number;
  readonly colonne?: number;
  /** A sentence without its point. */
  readonly message: string;
  /** What was odd about the settings. */
  readonly essai?: string;
  /** The setting that does it, its block, and its value. */
  readonly reglage?: string;
  readonly bloc?: string;
  readonly valeur?: unknown;
  /** All settings and blocks, where no single one does it; as a test has them. */
  readonly reglages?: Values;
  readonly blocs?: readonly { readonly type: string; readonly reglages: Values }[];
  /** A unified diff. */
  readonly difference?: string;
}

/** A sentence of elsewhere as the message of a finding, which has no point. */
export const withoutPoint = (sentence: string): string => sentence.replace(/\.$/, '');
