import { LAYOUT } from '../../engine/language/paths.ts';

/** Whether a diagnostic says that the layout cannot be read: with such a theme every page is a 503. Pure: browsers load this too. */
export const isUnreadableLayout = ({ chemin, code }: { readonly chemin: string; readonly code: string }): boolean =>
  chemin === LAYOUT && code === 'liquid_invalide';
