import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fragment, PageBody, type PagePart } from '../../../../../sandbox/index.ts';
import { PageEncoder } from '../../../../../src/http/site/compression/page-encoder.ts';

const bytes = (text: string) => Buffer.from(text);
/** Resolves, by fragment, once it is deflated. */
const deflated = new WeakMap<Fragment, Promise<void>>();

function fragment(text: string): Fragment {
  const { promise, resolve } = Promise.withResolvers<void>();
  const made = new Fragment(bytes(text), () => resolve());
  deflated.set(made, promise);
  return made;
}
const bodyOf = (...parts: PagePart[]) =>
  new PageBody(
    parts,
    parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part : part.bytes).length, 0),
  );
/** Lines of HTML that differ. */
const lines = (count: number, name = 'a') =>
  Array.from({ length: count }, (_, n) => `<p class="${name}">Ligne ${n * 7} de la page ${name}.</p>\n`).join('');

describe('a page as gzip', () => {
  it('is one file that gives the page, of any parts', async () => {
    const part = fc.record({
      text: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.nat(250).map((count) => lines(count)),
        fc.constantFrom('', 'é'.repeat(70_000)),
      ),
      isFragment: fc.boolean(),
    });
    const encoder = new PageEncoder();
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 20 }), async (drawn) => {
        const parts = drawn.map(({ text, isFragment }) => (isFragment ? fragment(text) : bytes(text)));
        // Before fragments are deflated, while they are, and afterwards; then at other places.
        for (const page of [bodyOf(...parts), bodyOf(bytes('neuf'), ...parts.toReversed()), bodyOf(...parts)]) {
          for (let round = 0; round < 3; round++) {
            const file = await encoder.gzip(page);
            expect(gunzipSync(file).equals(page.bytes())).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is put together at once of fragments that were deflated before and short new text', async () => {
    const encoder = new PageEncoder();
    const [head, foot] = [fragment(lines(100, 'haut')), fragment(lines(100, 'bas'))];
    const page = () => bodyOf(head, bytes('nonce'), foot);
    await encoder.gzip(page());
    await deflated.get(head);
    await deflated.get(foot);
    const file = encoder.gzip(page());
    if (!Buffer.isBuffer(file)) expect.unreachable();
    expect(gunzipSync(file).equals(page().bytes())).toBe(true);
    const deflatedBytes = (head.encodedAt(null, 0)?.bytes.length ?? 0) + (foot.encodedAt(head, 5)?.bytes.length ?? 0);
    expect(file.length).toBe(10 + deflatedBytes + 5 + 5 + 2 + 8);
    expect(file.length).toBeLessThan(page().length / 5);
    // No name, no time, no system; then one member that ends with the length.
    expect([...file.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    expect(file.readUInt32LE(file.length - 4)).toBe(page().length);
  });

  it('is short before anything of it was deflated, and long new text is deflated beside fragments', async () => {
    const encoder = new PageEncoder();
    const head = fragment(lines(100, 'haut'));
    const page = bodyOf(head, bytes(lines(300)), bytes(lines(300, 'b')));
    const first = await encoder.gzip(page);
    expect([first.length < page.length / 5, gunzipSync(first).equals(page.bytes())]).toEqual([true, true]);
    await deflated.get(head);
    const second = await encoder.gzip(page);
    expect([second.length < page.length / 5, gunzipSync(second).equals(page.bytes())]).toEqual([true, true]);
  });

  it('that is short is deflated too: alone, and beside what was deflated before', async () => {
    const encoder = new PageEncoder();
    const head = fragment(lines(100, 'haut'));
    const alone = bodyOf(bytes(lines(20)));
    expect(alone.length).toBeLessThan(1_024);
    expect((await encoder.gzip(alone)).length).toBeLessThan(alone.length / 2);
    await encoder.gzip(bodyOf(head));
    await deflated.get(head);
    const page = bodyOf(head, bytes(lines(60)));
    expect((await encoder.gzip(page)).length).toBeLessThan(page.length / 5);
  });

  it('is deflated under load as well: all pages of a crowd are short', async () => {
    const encoder = new PageEncoder();
    const page = bodyOf(bytes(lines(2_000)));
    const files = await Promise.all(Array.from({ length: 100 }, () => encoder.gzip(page)));
    for (const file of files) expect(file.length).toBeLessThan(page.length / 5);
  });

  it('of many long plain blocks is deflated as a whole', async () => {
    const encoder = new PageEncoder();
    const steady = fragment(lines(20, 'pied'));
    await encoder.gzip(bodyOf(steady, bytes(lines(20))));
    await deflated.get(steady);
    const page = bodyOf(...Array.from({ length: 40 }, (_, n) => [steady, bytes(lines(100, String(n)))]).flat());
    const file = await encoder.gzip(page);
    expect([file.length < page.length / 5, gunzipSync(file).equals(page.bytes())]).toEqual([true, true]);
  });

  it('does not send again what a fragment repeats of the one before it, at each of its places', async () => {
    const encoder = new PageEncoder();
    // No line repeats another one.
    const text = Array.from({ length: 40 }, (_, n) => hash('sha256', String(n))).join('\n');
    const [head, foot] = [fragment(text), fragment(text)];
    const sizes: number[] = [];
    for (const gap of ['nonce', 'nonce', 'titre', 'un autre titre', 'un autre titre', 'encore un autre', 'nonce']) {
      const page = bodyOf(head, bytes(gap), foot);
      while (!(head.encodedAt(null, 0) && foot.encodedAt(head, gap.length))) {
        await encoder.gzip(page);
        await nextTurn();
      }
      const file = await encoder.gzip(page);
      expect(gunzipSync(file).equals(page.bytes())).toBe(true);
      sizes.push(file.length - gap.length);
    }
    const [once = 0] = sizes;
    expect(once).toBeLessThan(text.length);
    // The third place and those after it have one form: all that the fragment says.
    const [, , , , , third = 0] = sizes;
    expect(third).toBeGreaterThan(once * 1.8);
    expect(sizes).toEqual([once, once, once, once, once, third, third]);
  });

  it('gives bytes that are no text, too: nothing of a fragment is taken for what stands between', async () => {
    const encoder = new PageEncoder();
    const [head, foot] = [fragment(lines(20)), new Fragment(Buffer.alloc(300, 0xff), () => undefined)];
    const page = bodyOf(head, bytes('nonce'.repeat(60)), foot);
    while (!(head.encodedAt(null, 0) && foot.encodedAt(head, 300))) {
      await encoder.gzip(page);
      await nextTurn();
    }
    expect(gunzipSync(await encoder.gzip(page)).equals(page.bytes())).toBe(true);
  });

  it('has each fragment deflated once, one after the other', async () => {
    const encoder = new PageEncoder();
    const kept: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const named = (name: string, text: string) => new Fragment(bytes(text), () => kept.push(name) === 2 && resolve());
    const [one, two] = [named('un', lines(50)), named('deux', lines(60))];
    const page = bodyOf(one, bytes('neuf'), two);
    await Promise.all(Array.from({ length: 10 }, () => encoder.gzip(page)));
    await promise;
    await encoder.gzip(page);
    expect(kept).toEqual(['un', 'deux']);
  });
});
