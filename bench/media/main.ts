/**
 * `npm run bench:media [-- variants | crowd]`: pictures of libraries: a variant's first request and its later ones; many photographs that are
 * uploaded at once, and what they cost the program's memory and visitors of other sites.
 */
import { cpus } from 'node:os';
import { type Figure, lineOf } from '../figure.ts';
import { attempt, runBench, say } from '../run.ts';
import { type Host, startHost } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { crowd } from './crowd.ts';
import { takePhotograph } from './photographs.ts';
import { variants } from './variants.ts';

const SITES = 20;

type Part = (host: Host, photograph: Buffer, options: { readonly quick: boolean }) => Promise<Figure[]>;
const PARTS: Readonly<Record<string, Part>> = { variants, crowd };

await runBench(async ({ words, quick }) => {
  const photograph = await takePhotograph();
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (words.length > 0 && !words.includes(name)) continue;
    const found = await attempt(
      name,
      async () => {
        const host = await startHost(await normalSites(SITES));
        const measured = await part(host, photograph, { quick });
        await host.end();
        return measured;
      },
      (figure) => [figure],
    );
    for (const figure of found) say(lineOf(figure));
    figures.push(...found);
  }
  return { figures, charts: [] };
});
