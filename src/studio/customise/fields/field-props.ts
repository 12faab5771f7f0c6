import type { Setting } from '../model/settings.ts';

/** What each kind of field gets. */
export interface FieldProps {
  readonly setting: Setting;
  /** The stored value, else the theme's. */
  readonly value: unknown;
  /** Of the element that its label names. */
  readonly id: string;
  /** Ids of the words about it. */
  readonly describedBy: string | undefined;
  readonly isReadOnly: boolean;
  /** @param isTyped while a person goes on typing or sliding: undone together */
  readonly onChange: (value: unknown, isTyped?: boolean) => void;
  /** Values of the settings beside it. */
  readonly siblings: Siblings;
}

export interface Siblings {
  readonly settings: readonly Setting[];
  readonly valueOf: (setting: Setting) => unknown;
}
