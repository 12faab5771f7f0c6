import type { ClientBase } from 'pg';
import { z } from 'zod';
import { hashPassword } from '../accounts/password.ts';
import { normalised } from '../accounts/password-form.ts';
import { blankSecret, Refusal, wrongInput } from '../errors.ts';
import type { Doer } from '../storage/journal.ts';
import type { RolePools } from '../storage/role-pools.ts';
import * as stored from '../storage/settings.ts';
import type { Queryable } from '../storage/statement.ts';
import { ACCESS_CODE_LENGTH } from '../text/access-code.ts';
import { isSeen } from '../text/names.ts';
import { isZone, zoneOf } from '../text/zone-names.ts';
import { changeContent } from './changes.ts';
import { assertUnchanged, expectedVersion, type Guard } from './guard.ts';
import { setVisibility } from './visibility.ts';

/** The studio tells times in the zone `fuseau`. */
const General = z.looseObject({ fuseau: z.string().refine(isZone).optional() });
/** Settings that public pages obey are columns of the site, not values of the tab. */
const Seo = z.looseObject({ masque: z.boolean().default(false) });
const Access = z.looseObject({
  code: z.string().overwrite(normalised).min(1).max(ACCESS_CODE_LENGTH).nullish(),
  /** A read returns this instead of the code. Written back without a code, it keeps the stored code. */
  protege: z.boolean().optional(),
});

/** The columns of the site that writing a tab changes. */
type SiteChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'hide'; readonly hidden: boolean }
  | { readonly kind: 'keep-code' }
  | { readonly kind: 'code'; readonly code: string | null };

/** @throws Refusal `introuvable` when there is no such tab */
export function settingsTab(name: string): stored.SettingsTab {
  const tab = stored.SETTINGS_TABS.find((known) => known === name);
  if (!tab) throw new Refusal('introuvable');
  return tab;
}

/**
 * One tab of a site's settings. A tab that was never written has no values and no version. `seo` always has `masque`; `acces` always
 * has `protege` and never the code.
 * @throws Refusal `introuvable` when the site is gone
 */
export async function readSettings(
  db: RolePools,
  siteId: string,
  tab: stored.SettingsTab,
): Promise<{ readonly values: stored.SettingsValues; readonly version: string | null }> {
  const settings = await stored.findSettings(db, siteId, tab);
  if (!settings) throw new Refusal('introuvable');
  const { valeurs, maj_le: version, masque, protege } = settings;
  const values = { ...valeurs, ...(tab === 'seo' && { masque }), ...(tab === 'acces' && { protege }) };
  return { values, version };
}

/** The time zone of a site, by the name that the IANA gives it: the one that it has chosen, else that of Paris. */
export const zoneOfSite = async (db: Queryable, siteId: string): Promise<string> =>
  zoneOf({ fuseau: await stored.findSetting(db, siteId, 'general', 'fuseau') });

interface Replacement {
  readonly values: stored.SettingsValues;
  readonly guard: Guard | undefined;
  readonly by: Doer;
  /** What is done in the same transaction before, under the lock of the site. @param present what the tab has until now */
  readonly before?: (client: ClientBase, present: stored.SettingsValues) => Promise<void>;
}

/**
 * Replaces one tab of a site's settings. The tabs `seo` and `acces` also change columns of the site.
 * @returns the new `maj_le`
 * @throws Refusal `invalid_input`, then what the guard refuses: `autre_site`, `modifie_entre_temps`; what `before` throws
 */
export async function replaceSettings(
  db: RolePools,
  siteId: string,
  tab: stored.SettingsTab,
  { values, guard, by, before }: Replacement,
): Promise<string> {
  const { kept, change } = divide(tab, values);
  const expected = await expectedVersion(db, siteId, guard);
  // Hashing is slow, so it is done before the transaction takes its lock.
  const codeHash = change.kind === 'code' && change.code !== null ? await hashPassword(change.code) : null;

  return changeContent(db, siteId, async (client) => {
    const present = await stored.findSettings(client, siteId, tab);
    assertUnchanged(expected, present?.maj_le ?? null);
    await before?.(client, present?.valeurs ?? {});
    if (change.kind === 'keep-code' && !present?.protege) throw wrongInput('valeurs.protege');
    if (change.kind === 'hide') await setVisibility(client, siteId, { hidden: change.hidden }, by);
    if (change.kind === 'code') await setVisibility(client, siteId, { codeHash }, by);
    return stored.replaceSettings(client, siteId, tab, kept);
  });
}

function divide(
  tab: stored.SettingsTab,
  values: stored.SettingsValues,
): { kept: stored.SettingsValues; change: SiteChange } {
  switch (tab) {
    case 'seo': {
      const { masque: hidden, ...kept } = conforming(Seo, values);
      return { kept, change: { kind: 'hide', hidden } };
    }
    case 'acces': {
      const { code = null, protege, ...kept } = conforming(Access, values);
      if (code !== null && !isSeen(code)) throw blankSecret('Un code d’accès');
      if (protege === undefined || protege === (code !== null)) return { kept, change: { kind: 'code', code } };
      // Refused: `protege` false with a code, and `protege` true with the code null.
      if (!protege || values.code === null) throw wrongInput('valeurs.protege');
      return { kept, change: { kind: 'keep-code' } };
    }
    case 'general':
      conforming(General, values);
      return { kept: values, change: { kind: 'none' } };
    default:
      return { kept: values, change: { kind: 'none' } };
  }
}

function conforming<Schema extends z.ZodType>(schema: Schema, values: unknown): z.output<Schema> {
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw wrongInput(['valeurs', ...(parsed.error.issues[0]?.path ?? [])].join('.'));
  return parsed.data;
}
