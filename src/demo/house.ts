import type { SettingsTab } from '../storage/settings.ts';
import type { DemoSite } from './demo-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The settings of a demo site, as an owner would have written them. A photograph of which a setting speaks has its name there still (`withAddresses`).
 * @param now when the demo is made, milliseconds since 1970: the days of its exceptions follow
 */
export function houseSettings(
  { description, parametres }: DemoSite,
  now: number,
): Partial<Record<SettingsTab, Readonly<Record<string, unknown>>>> {
  if (!parametres) return { seo: { description } };
  const { general, seo, contact, reseaux } = parametres;
  const dayAfter = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
  const exceptions = contact.exceptions?.map(({ dans_jours: days, jours: length, ...said }) => ({
    ...said,
    du: dayAfter(days),
    au: dayAfter(days + length - 1),
  }));
  return { general, seo: { description, ...seo }, contact: { ...contact, ...(exceptions && { exceptions }) }, reseaux };
}
