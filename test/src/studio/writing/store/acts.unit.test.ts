import { describe, expect, it } from 'vitest';
import { type Answered, ApiRefusal, type Request } from '../../../../../src/studio/api/client.ts';
import { act } from '../../../../../src/studio/writing/store/acts.ts';
import { MemoryText } from '../memory-text.ts';
import { openText } from './opened-text.ts';

const ID = '1a2b3c4d-0000-4000-8000-000000000000';

/** A platform with a published page, whose next write may come twice: what is told is that the session has ended. */
class Platform extends MemoryText {
  isTwice = false;

  constructor() {
    super('pages', ID, () => 0);
    this.answer({ method: 'POST', body: { id: ID, slug: 'horaires', titre: 'Horaires', publiee: true } });
  }

  override async conditional<T>(path: string, request: Request = {}): Promise<Answered<T> | null> {
    if (!this.isTwice || request.method !== 'PATCH') return super.conditional(path, request);
    this.isTwice = false;
    this.answer(request);
    throw new ApiRefusal(401, { error: 'unauthorized' });
  }
}

describe('an act on a text', () => {
  it('is done after a save that was refused to the ended session, and carried out when its request came again', async () => {
    const platform = new Platform();
    const { store, work } = await openText(platform);
    work.change('contenu', '<p>Ouvert le lundi</p>');
    platform.isTwice = true;
    await expect(work.save()).rejects.toMatchObject({ isSignedOut: true });
    expect(await act(work, store, { kind: 'hide' })).toEqual({ kind: 'done' });
    expect([platform.text?.isPublished, platform.values.contenu]).toEqual([false, '<p>Ouvert le lundi</p>']);
    expect(work.changes.size).toBe(0);
  });
});
