import { describe, expect, it } from 'vitest';
import { ApiRefusal, Unreachable } from '../../../../src/studio/api/client.ts';
import { forEachText } from '../../../../src/studio/pages/contents/bulk.ts';
import { addressesOfCopy, copyOf, freshId } from '../../../../src/studio/pages/contents/copy.ts';

const refusal = (status: number, error: string) => new ApiRefusal(status, { error });

/** Does something to the texts `a`, `b`, `c` and `d`. @param fates what happens to each at each try; nothing where it succeeds */
async function run(fates: Readonly<Record<string, readonly (Error | null)[]>>, stopAfter = '') {
  const left = Object.fromEntries(Object.entries(fates).map(([text, all]) => [text, [...all]]));
  const stopping = new AbortController();
  const said: string[] = [];
  const ended = await forEachText(['a', 'b', 'c', 'd'], {
    work: async (text) => {
      const fate = left[text]?.shift() ?? null;
      if (fate) throw fate;
    },
    onDone: (text, error) => {
      said.push(error instanceof ApiRefusal ? `${text} ${error.code}` : text);
      if (text === stopAfter) stopping.abort();
    },
    stopping: stopping.signal,
    pause: async (ms) => void said.push(`${ms} ms`),
  });
  return { ended, said };
}

describe('something that is done to several texts', () => {
  it('goes on after a refusal, which is of its text alone', async () => {
    const { ended, said } = await run({ b: [refusal(409, 'modifie_entre_temps')] });
    expect([ended, said]).toEqual([null, ['a', 'b modifie_entre_temps', 'c', 'd']]);
  });

  it('waits for a busy service, and gives up after five tries', async () => {
    const busy = refusal(503, 'indisponible');
    expect(await run({ a: [busy, busy] })).toEqual({ ended: null, said: ['1000 ms', '1000 ms', 'a', 'b', 'c', 'd'] });
    const { ended, said } = await run({ b: Array(5).fill(busy) });
    expect([ended, said]).toEqual([busy, ['a', ...Array(4).fill('1000 ms')]]);
  });

  it.each([
    refusal(401, 'unauthorized'),
    new Unreachable(),
  ])('ends where nothing else can be done: %s', async (error) => {
    expect(await run({ c: [error] })).toEqual({ ended: error, said: ['a', 'b'] });
  });

  it('ends after the text that is under way when the person says so', async () => {
    expect(await run({}, 'b')).toEqual({ ended: null, said: ['a', 'b'] });
  });
});

describe('the copy of a text', () => {
  const page = {
    ...{ titre: 'Tarifs', slug: 'tarifs', gabarit: 'page', contenu: '<p>10 €</p>', image: '', seo_titre: '' },
    ...{ seo_description: 'Prix', id: 'x', publiee: true, maj_le: 'x', retire_le: 'x' },
  };

  it('is a draft with all that the text has, and no plan', () => {
    expect(copyOf('pages', page, 'neuf', 'tarifs-copie')).toEqual({
      ...{
        id: 'neuf',
        slug: 'tarifs-copie',
        titre: 'Tarifs (copie)',
        gabarit: 'page',
        contenu: '<p>10 €</p>',
        image: '',
      },
      ...{ seo_titre: '', seo_description: 'Prix', publiee: false },
    });
  });

  it('has the work in progress, over a planned change, with an address of its own', () => {
    const text = {
      ...page,
      prevu: { contenu: 'demain', seo_titre: 'p' },
      travail: { contenu: 'après', titre: 'Prix', slug: 'prix' },
    };
    expect(copyOf('pages', text, 'neuf', 'prix-copie')).toMatchObject({
      ...{ slug: 'prix-copie', titre: 'Tarifs (copie)' },
      travail: { contenu: 'après', seo_titre: 'p', titre: 'Prix (copie)' },
    });
    expect(addressesOfCopy(text).slice(0, 3)).toEqual(['prix-copie', 'prix-copie-2', 'prix-copie-3']);
    expect(addressesOfCopy({ ...text, travail: { slug: 'pas une adresse' } })[0]).toBe('tarifs-copie');
  });

  it('has a title and an address that are not too long', () => {
    const long = { titre: '🥖'.repeat(200), slug: `${'a'.repeat(73)}-${'b'.repeat(6)}` };
    const { titre } = copyOf('articles', long, 'neuf', 'x') as { titre: string };
    expect([...titre]).toHaveLength(200);
    expect(titre).toMatch(/🥖 \(copie\)$/);
    expect(addressesOfCopy(long)[0]).toBe(`${'a'.repeat(73)}-copie`);
    for (const slug of addressesOfCopy(long)) expect(slug).toMatch(/^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])$/);
  });

  it('has an id that no other has', () => {
    const ids = Array.from({ length: 100 }, freshId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
