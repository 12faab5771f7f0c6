import type { Page } from 'playwright-core';

/** The browser's page, and how its person types. */
export interface FirstMinute {
  readonly page: Page;
  /** Milliseconds between two keys. */
  readonly delay: number;
}

export interface FirstSite {
  /** Of the site, as its owner is told. */
  readonly address: string;
  /** Presses of the mouse, and choices in a list, from the welcome page on. */
  readonly clicks: number;
}

/**
 * What a person does from the welcome page, which is open, to a published site of its own: an account, a name, a trade, a theme, a look at the
 * site. Where this ends the site is shown.
 */
export async function makeFirstSite({ page, delay }: FirstMinute, email: string, name: string): Promise<FirstSite> {
  const { origin } = new URL(page.url());
  let clicks = 0;
  const click = async (role: 'link' | 'button', label: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name: label }).first().click();
  };
  const type = async (field: ReturnType<Page['locator']>, text: string) => {
    clicks += 1;
    await field.click();
    await page.keyboard.type(text, { delay });
  };

  await click('link', 'Créer un compte');
  await page.waitForURL(`${origin}/inscription`);
  await type(page.locator('#email'), email);
  await type(page.locator('#mot_de_passe'), 'un mot de passe neuf');
  await click('button', 'Créer le compte');
  await page.waitForURL(`${origin}/studio/nouveau`);

  await type(page.getByLabel('Nom du site'), name);
  clicks += 2;
  await page.getByLabel('Métier').selectOption({ label: 'Restauration' });
  await click('button', /^Choisir/);
  await page.getByText('Votre site est en ligne').waitFor();

  const link = page.getByRole('link', { name: /^[a-z0-9-]+\.localhost/ }).first();
  const address = (await link.getAttribute('href')) ?? '';
  clicks += 1;
  await link.click();
  await page.waitForURL(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { address, clicks };
}
