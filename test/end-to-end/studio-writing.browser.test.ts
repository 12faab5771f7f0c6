import { afterAll, beforeAll, describe, it } from 'vitest';
import { CHROMIUM, lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type MediasProgram, startMedias } from '../support/medias.ts';
import { expectNoBarrier } from '../support/studio-member.ts';
import { writer } from '../support/writer.ts';

describe.skipIf(!CHROMIUM)('a text that is written in the studio', () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine: program.vitrine, browser }));

  it('opens', async () => {
    const { context, studio } = await own();
    const { page, title, text } = await open(context, `${studio}/contenu/nouvel-article`);
    await title.fill('Fermé le 8 décembre');
    await text.fill('<p>Bonjour</p>');
    await expectNoBarrier(page);
    await context.close();
  });
});
