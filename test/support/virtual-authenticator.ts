import type { Page } from 'playwright-core';

/** A device that keeps passkeys, as Chromium plays one. */
export interface VirtualAuthenticator {
  /** Whether its person is there to confirm; until then a question waits. */
  setPresence(isThere: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
}

/** Gives the browser of a page a device with a screen lock that its person has opened. The device goes with the page. */
export async function addAuthenticator(page: Page, { isThere = true } = {}): Promise<VirtualAuthenticator> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: isThere,
    },
  });
  return {
    setPresence: async (enabled) => {
      await devices.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    count: async () => (await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
