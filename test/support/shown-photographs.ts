import { CONTENT_DIGITS, type Pictures, pictureAddress } from '../../engine/pictures/facts.ts';
import type { DemoSite } from '../../src/demo/demo-site.ts';
import { readPhotographFacts } from '../../src/demo/photographs.ts';

/** The photographs of a demo site without a library: their addresses by their names, and what pages know of them. */
export async function shownPhotographs({ photographies = {} }: DemoSite) {
  const facts = await readPhotographFacts();
  const addresses = new Map<string, string>();
  const pictures: Record<string, Pictures[string]> = {};
  for (const [at, [photograph, { alt, focal }]] of Object.entries(photographies).entries()) {
    const known = facts[photograph];
    if (!known) throw new Error(`nothing is known of the photograph ${photograph}`);
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const name = `${photograph}.jpg`;
    const { sha256, bytes: _, ...shown } = known;
    const [x, y] = focal;
    pictures[id] = { name, kind: 'photo', alt, focal: { x, y }, content: sha256.slice(0, CONTENT_DIGITS), ...shown };
    addresses.set(photograph, pictureAddress(id, name));
  }
  return { addresses, pictures };
}
