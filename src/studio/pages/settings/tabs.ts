import type { SettingsTab } from './props.ts';

interface Tab {
  readonly tab: SettingsTab;
  readonly label: string;
  /** Behind the address of the page. */
  readonly end: string;
}

/** The tabs of the settings; each has an address of its own. */
export const TABS: readonly Tab[] = [
  { tab: 'general', label: 'Général', end: '' },
  { tab: 'contact', label: 'Contact', end: '/contact' },
  { tab: 'reseaux', label: 'Réseaux', end: '/reseaux' },
  { tab: 'seo', label: 'Recherche et partage', end: '/seo' },
  { tab: 'acces', label: 'Accès', end: '/acces' },
];

/** Values whose members are changed and merged one by one, of which tab they ever are. */
export const SPLIT: readonly string[] = ['horaires', 'adresse_postale'];
