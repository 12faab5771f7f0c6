import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { readConfig } from '../../src/config.ts';
import { startProgram } from '../../src/program.ts';
import { paintJpeg } from '../../test/support/jpeg.ts';
import { scaled } from './compositions.ts';

const WINDOW = { width: 1440, height: 900 };
const PICTURE = { quality: 82, bytes: 220_000 };

/** The demo site that the pictures show. */
const SITE = '/studio/origo';

/** A page of the studio, and what is done there before its picture is taken. */
interface Scene {
  readonly name: string;
  show(page: Page): Promise<void>;
}

const SCENES: readonly Scene[] = [
  { name: 'studio-site', show: async (page) => void (await page.goto(SITE)) },
  {
    name: 'studio-customise',
    show: async (page) => {
      await page.goto(SITE);
      await page.getByRole('link', { name: 'Personnaliser' }).first().click();
      await page.getByTitle('Aperçu').waitFor();
      await page.getByRole('button', { name: 'Couleurs' }).first().click();
    },
  },
  {
    name: 'studio-editor',
    show: async (page) => {
      await page.goto(SITE);
      await page.getByRole('link', { name: 'Modifier le code' }).first().click();
      await page.getByRole('treeitem', { name: 'hero.liquid' }).click();
      await page.getByTitle('Aperçu').waitFor();
    },
  },
];

/** Pictures of the studio with the demo's sites, as JPEG by name. */
export async function studioPictures(browser: Browser): Promise<ReadonlyMap<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'));
  // As root, PostgreSQL runs as another system user, which has to reach its files.
  await chmod(folder, 0o711);
  const program = await startProgram(readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }));
  try {
    const { demo } = program;
    if (!demo) throw new Error('the demo was not made');
    const context = await browser.newContext({
      viewport: WINDOW,
      locale: 'fr-FR',
      baseURL: `http://localhost:${program.http.port}`,
    });
    const page = await context.newPage();
    await page.goto('/connexion');
    await page.getByLabel('Adresse électronique').fill(demo.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.waitForURL('**/studio');
    const pictures = new Map<string, Buffer>();
    for (const { name, show } of SCENES) {
      await show(page);
      await page.waitForLoadState('networkidle');
      const shot = await page.screenshot({ animations: 'disabled' });
      pictures.set(name, await paintJpeg(browser, scaled(shot), WINDOW, PICTURE));
    }
    return pictures;
  } finally {
    await program.close();
    await rm(folder, { recursive: true, force: true });
  }
}
