/**
 * `npm run pictures [-- <theme>… | studio]`: takes a picture of the home page of each catalog theme, with its demo content, for
 * `/catalogue`; without a theme named, also the contact sheet `docs/catalogue.jpg` and those of the studio, `docs/studio-*.jpg`. All are
 * kept in the repository.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { PICTURE_SIZE } from '../../src/http/catalogue/pictures.ts';
import { CATALOG_FOLDER } from '../../src/themes/catalog.ts';
import { CATALOG_IDS } from '../../src/themes/catalog-ids.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { paintJpeg } from '../../test/support/jpeg.ts';
import { serveThemeHome, type ThemeHome } from '../../test/support/theme-home.ts';
import { contactSheet, type Shots, scaled } from './compositions.ts';
import { studioPictures } from './studio.ts';

const DESKTOP = { width: 1440, height: 1080 };
const PHONE = { width: 390, height: 844 };
const PICTURE = { quality: 72, bytes: 60_000 };
const DOCS = new URL('../../docs/', import.meta.url);
const SHEET = 'catalogue.jpg';
const STUDIO = 'studio';

const named = process.argv.slice(2);
const browser = await openBrowser();
try {
  const folder = new URL('pictures/', CATALOG_FOLDER);
  await mkdir(folder, { recursive: true });
  const all: Shots[] = [];
  for (const id of CATALOG_IDS.filter((candidate) => named.length === 0 || named.includes(candidate))) {
    const home = await serveThemeHome(id);
    if (!home) continue;
    const shots = await shotsOf(home).finally(() => home.close());
    all.push(shots);
    const picture = await paintJpeg(browser, scaled(shots.desktop), PICTURE_SIZE, PICTURE);
    await writeFile(new URL(`${id}.jpg`, folder), picture);
    say(`catalog/pictures/${id}.jpg`, picture);
  }
  if (named.length === 0) {
    const sheet = await contactSheet(browser, all);
    await writeFile(new URL(SHEET, DOCS), sheet);
    say(`docs/${SHEET}`, sheet);
  }
  if (named.length === 0 || named.includes(STUDIO)) {
    for (const [name, picture] of await studioPictures(browser)) {
      await writeFile(new URL(`${name}.jpg`, DOCS), picture);
      say(`docs/${name}.jpg`, picture);
    }
  }
} finally {
  await browser.close();
}

function say(file: string, { length }: Buffer): void {
  process.stdout.write(`${file}: ${Math.ceil(length / 1000)} KB\n`);
}

async function shotsOf(home: ThemeHome): Promise<Shots> {
  const take = async (viewport: typeof DESKTOP) => {
    const { page, complaints } = await home.open(browser, { viewport });
    if (complaints.length > 0) throw new Error(`${home.theme.id}: ${complaints.join('\n')}`);
    const shot = await page.screenshot({ animations: 'disabled' });
    await page.context().close();
    return shot;
  };
  return { name: home.theme.metadata.nom, desktop: await take(DESKTOP), phone: await take(PHONE) };
}
