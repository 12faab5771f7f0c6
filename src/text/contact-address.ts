import { mailAddress } from './mail-address.ts';

/** Settings of the tab `contact` that may hold the address, in the order in which they count. */
const NAMES = ['email', 'courriel'] as const;

interface ContactSetting {
  readonly name: (typeof NAMES)[number];
  readonly address: string;
}

/** Where the messages of a site's forms shall go, as its settings say. @param values of the tab `contact` @returns null where they name no address */
export function contactSettingIn(values: Readonly<Record<string, unknown>>): ContactSetting | null {
  for (const name of NAMES) {
    const address = mailAddress.safeParse(values[name]);
    if (address.success) return { name, address: address.data };
  }
  return null;
}
