import type { Setting } from '../model/settings.ts';

/** Values by the id of their setting. */
export type Values = Readonly<Record<string, unknown>>;

/** What each kind of field gets. */
export interface FieldProps {
  readonly setting: Setting;
  /** The stored value, else the theme's. */
  readonly value: unknown;
  /** Id of the element that the label names. */
  readonly id: string;
  /** Ids of the texts that describe it. */
  readonly describedBy: string | undefined;
  readonly isReadOnly: boolean;
  /**
   * @param isTyped while the person still types or slides: these changes are undone together
   * @param others values of other settings of the list that change with it, and are undone with it
   */
  readonly onChange: (value: unknown, isTyped?: boolean, others?: Values) => void;
  /** Values of the other settings of the same list. */
  readonly siblings: Siblings;
}

export interface Siblings {
  readonly settings: readonly Setting[];
  readonly valueOf: (setting: Setting) => unknown;
}
