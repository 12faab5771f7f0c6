import { describe, expect, inject, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { AnalysisBusy } from '../../sandbox/index.ts';
import { CHECKS_PER_OWNER, DIAGNOSED_BYTES, DIAGNOSES_IN_ALL, DIAGNOSES_PER_OWNER } from '../../sandbox/limits.ts';
import { themeFiles } from '../engine/support.ts';
import { lentRenderer } from '../support/program.ts';

const renderer = await lentRenderer();

const HOME = 'templates/index.json';
const OTHERS = ['404', 'article', 'blog', 'page'];

/** A theme with a template for each kind of page. */
function theme(section: string): ThemeFiles {
  const files = themeFiles(section);
  return { ...files, ...Object.fromEntries(OTHERS.map((name) => [`templates/${name}.json`, files[HOME] ?? ''])) };
}

const diagnose = (files: ThemeFiles | null, owner = 'léa') => renderer.diagnose(owner, async () => files);

describe('a whole theme', () => {
  it('is looked over in the sandbox', async () => {
    expect(await diagnose(theme('bien'))).toEqual([]);
    expect(await diagnose(theme("\n{% render 'absent' %}"))).toEqual([
      {
        chemin: 'sections/s.liquid',
        ligne: 2,
        colonne: 11,
        ligne_fin: 2,
        colonne_fin: 19,
        code: 'extrait_manquant',
        gravite: 'erreur',
        message: expect.stringContaining('« absent »'),
      },
    ]);
  });

  it('is looked over as its author has set the checks', async () => {
    const files = theme("{% render 'absent' %}{{ 'a' | nope }}");
    const settings = { checks: { extrait_manquant: 'non', filtre_inconnu: 'avertissement' }, files: {} } as const;
    const found = await renderer.diagnose('léa', async () => files, { settings });
    expect(found.map(({ code, gravite }) => [code, gravite])).toEqual([['filtre_inconnu', 'avertissement']]);
  });

  it('is looked over by a part of the engine that pages and writes never load', () => {
    const { compile, diagnose, render } = inject('bundles');
    expect(diagnose).toContain('extrait_manquant');
    expect(compile + render).not.toContain('extrait_manquant');
  });

  it('is read once there is room for it, and no longer than what may be looked over', async () => {
    let read = 0;
    const waiting: (() => void)[] = [];
    const readFiles = async (bytesAtMost: number) => {
      read++;
      expect(bytesAtMost).toBe(DIAGNOSED_BYTES);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return theme('bien');
    };
    const ask = (owner: string) => renderer.diagnose(owner, readFiles).catch((error) => error);
    const owners = Array.from(
      { length: DIAGNOSES_IN_ALL + 4 },
      (_, n) => `o${Math.floor(n / (DIAGNOSES_PER_OWNER + 1))}`,
    );
    const answers = owners.map(ask);
    const others = Array.from({ length: DIAGNOSES_IN_ALL }, (_, n) => ask(`autre${n}`));
    expect(read).toBe(DIAGNOSES_IN_ALL);
    for (const go of waiting) go();
    const all = await Promise.all([...answers, ...others]);
    expect(all.filter((answer) => answer instanceof AnalysisBusy)).toHaveLength(all.length - DIAGNOSES_IN_ALL);
    expect(all.slice(0, DIAGNOSES_PER_OWNER + 1).map((answer) => answer instanceof AnalysisBusy)).toEqual([
      ...Array<boolean>(DIAGNOSES_PER_OWNER).fill(false),
      true,
    ]);
    expect(await diagnose(theme('bien'), 'o0')).toEqual([]);
  });

  it('counts among the files of its owner that wait for their analysis', async () => {
    const files = Array.from({ length: CHECKS_PER_OWNER }, () => renderer.check('foule', 'snippets/a.liquid', 'a'));
    await expect(diagnose(theme('bien'), 'foule')).rejects.toBeInstanceOf(AnalysisBusy);
    await Promise.all(files);
    expect(await diagnose(theme('bien'), 'foule')).toEqual([]);
  });

  it('that cannot be read passes on why', async () => {
    const gone = renderer.diagnose('léa', () => Promise.reject(new Error('parti')));
    await expect(gone).rejects.toThrow('parti');
  });
});
