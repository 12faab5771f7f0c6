import { MENU_LEVELS } from '../merge/menu-tree.ts';

/** Bounds of all menus of a site together, and of one entry (characters). Pure: browsers load this too. */
export const MENU_LIMITS = { menus: 50, entries: 200, levels: MENU_LEVELS, title: 200 } as const;

/** The keys that menus may have: themes name menus by these. */
export const MENU_KEY = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
