/**
 * `npm run bench:first-minute`: how long a person takes, and how many clicks, from the welcome page to a published site of its own, in Chromium.
 * Fields are typed at human pace; the person loses no time between two steps.
 */
import { openBrowser } from '../../test/support/browser.ts';
import { makeFirstSite } from '../../test/support/first-minute.ts';
import { atEnd } from '../endings.ts';
import { type Figure, lineOf, metIf } from '../figure.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';

/** Between two keys: forty words a minute are 300, a practised hand has 120. */
const KEY_MS = 120;
const MOST_SECONDS = 60;
const MOST_CLICKS = 10;

await runBench(async ({ quick }) => {
  const host = await startHost(await normalSites(1), { environment: { INSCRIPTION: 'ouverte' } });
  const browser = await openBrowser();
  atEnd(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://localhost:${host.port}/`);
  const begun = performance.now();
  const { clicks } = await makeFirstSite({ page, delay: quick ? 0 : KEY_MS }, 'lea.martin@exemple.fr', 'Chez Léa');
  const seconds = (performance.now() - begun) / 1_000;
  const figure: Figure = {
    what: 'from the welcome page to a published site of one’s own, in Chromium',
    bar: `at most ${MOST_SECONDS} s and ${MOST_CLICKS} clicks`,
    measured: `${seconds.toFixed(1)} s, ${clicks} clicks`,
    verdict: metIf(seconds <= MOST_SECONDS && clicks <= MOST_CLICKS),
    values: { seconds, clicks },
  };
  say(lineOf(figure));
  return { figures: [figure], charts: [] };
});
