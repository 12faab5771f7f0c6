import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportOf } from '../../../../src/cli/verify/report.ts';
import { verify } from '../../../../src/cli/verify/verify.ts';
import { diagnoseFolder } from '../../../../src/cli/workspace/diagnose-folder.ts';
import { type OfflineAnalysis, startOfflineAnalysis } from '../../../../src/cli/workspace/offline-renderer.ts';
import { readThemeFolder } from '../../../../src/cli/workspace/theme-folder.ts';
import { runHere, runVitrine } from '../../../support/operator.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';

let analysis: OfflineAnalysis;
let good: ThemeOnDisk;
let bad: ThemeOnDisk;

beforeAll(async () => {
  [analysis, good, bad] = await Promise.all([startOfflineAnalysis(), themeOnDisk('origo'), themeOnDisk()]);
  await bad.write('layout/theme.liquid', '{{ content_for_layout }}');
  await bad.write('templates/index.json', '{ "sections": {}, "order": [] ');
  await bad.write('sections/héros.liquid', '');
  await bad.write('sections/boucle.liquid', '\n  {% for x %}{% endfor %}');
  await bad.write('sections/appel.liquid', "{% render 'binaire' %}{% render 'absent' %}");
  await bad.write('snippets/binaire.liquid', Uint8Array.of(0xff));
});
afterAll(() => Promise.all([analysis.close(), good.remove(), bad.remove()]));

/** So many files. */
const someFiles = (count: number) => new Map(Array.from({ length: count }, (_, n) => [`snippets/f${n}.liquid`, '']));

const diagnosed = async ({ root }: ThemeOnDisk) => diagnoseFolder(analysis, await readThemeFolder(root));

describe('vitrine verifier', () => {
  it('finds nothing wrong with a theme of the catalog', async () => {
    expect(await diagnosed(good)).toEqual([]);
    expect(reportOf({ folder: '.', files: someFiles(45), diagnostics: [] }, {})).toBe(
      '45 fichiers : rien à signaler.\n',
    );
  });

  it('reports what the API would refuse, and files that could not be sent, each with its place', async () => {
    const found = (await diagnosed(bad)).map(
      ({ chemin, ligne = '', colonne = '', code, gravite }) => `${chemin}:${ligne}:${colonne} ${code} ${gravite}`,
    );
    expect(found).toEqual([
      'config/settings_schema.json:: fichier_requis_manquant erreur',
      'sections/appel.liquid:1:33 extrait_manquant erreur',
      'sections/boucle.liquid:2:3 liquid_invalide erreur',
      'sections/héros.liquid:: nom avertissement',
      'snippets/binaire.liquid:: texte_invalide erreur',
      'templates/404.json:: gabarit_manquant avertissement',
      'templates/article.json:: gabarit_manquant avertissement',
      'templates/blog.json:: gabarit_manquant avertissement',
      'templates/index.json:: json_invalide erreur',
      'templates/page.json:: gabarit_manquant avertissement',
    ]);
  });

  it('says of comments and a byte order mark that the site passes over them, and that they cannot be sent', async () => {
    const elsewhere = await themeOnDisk('origo');
    await elsewhere.write('config/settings_data.json', '\ufeff/* d’ailleurs */\n{}');
    const found = (await diagnosed(elsewhere)).map(({ code, gravite }) => [code, gravite]);
    await elsewhere.remove();
    expect(found).toEqual([
      ['marque_passee', 'avertissement'],
      ['syntaxe', 'erreur'],
      ['json_commente', 'avertissement'],
    ]);
  });

  it('names the template that a page of the folder’s own content asks for and the theme lacks', async () => {
    const own = await themeOnDisk('origo');
    await own.write('contenu.json', '{ "nom": "N", "pages": [{ "slug": "a", "titre": "A", "gabarit": "histoire" }] }');
    const { output, isRight } = await verify(own.root, { json: true });
    await own.write('contenu.json', '{ "nom": ');
    const broken = await verify(own.root, {});
    await own.remove();
    const message = 'L’adresse /a demande ce gabarit, que le thème n’a pas : templates/page.json le remplace.';
    expect([isRight, JSON.parse(output).diagnostics]).toEqual([
      true,
      [{ chemin: 'templates/histoire.json', code: 'gabarit_manquant', gravite: 'avertissement', message }],
    ]);
    // Its content is no part of the theme.
    expect(broken.output).toMatch(/rien à signaler/);
  });

  it('names a file in which a conflict is not settled, at its first mark', async () => {
    const merged = await themeOnDisk('origo');
    await merged.write('assets/theme.css', 'a{}\n<<<<<<< HEAD\nb{}\n=======\nc{}\n>>>>>>> branche\n');
    const found = await diagnosed(merged);
    await merged.remove();
    expect(found).toMatchObject([{ chemin: 'assets/theme.css', ligne: 2, code: 'marqueurs', gravite: 'erreur' }]);
  });

  it('ends the analysis of a hostile theme, and goes on', async () => {
    const hostile = await themeOnDisk();
    await hostile.write('templates/index.json', '['.repeat(400_000));
    await hostile.write('sections/a.liquid', `${'{% if a %}'.repeat(40_000)}`);
    const found = await diagnosed(hostile);
    await hostile.remove();
    for (const chemin of ['templates/index.json', 'sections/a.liquid']) {
      expect(found).toContainEqual(expect.objectContaining({ chemin, gravite: 'erreur' }));
    }
  });

  it('prints lines that editors link, and ends with 1 when something shows wrongly', async () => {
    const { code, out, err } = await runVitrine(['verifier', bad.root]);
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain(`${bad.root}/sections/boucle.liquid:2:3: erreur : `);
    expect(out).toMatch(/\n4 fichiers : 5 erreurs, 5 avertissements\.\n$/);
    expect(out).not.toContain('\u001b');
  });

  it('lets no name of a theme command the terminal', () => {
    const one = { chemin: 'sections/a\rb.liquid', code: 'nom', gravite: 'erreur', message: 'x\u001b[2J' } as const;
    expect(reportOf({ folder: 'a', files: someFiles(1), diagnostics: [one] }, {}).split('\n')[0]).toBe(
      'a/sections/a␍b.liquid: erreur : x␛[2J [nom]',
    );
  });

  it('a refusal shows a carriage return that it quotes', async () => {
    const { code, err } = await runVitrine(['verifier', 'a\rb']);
    expect([code, err]).toEqual([1, expect.stringMatching(/^vitrine : .*a␍b.*\n$/)]);
  });

  it('writes SARIF that code hosts take: relative addresses, known rules, places from 1 on', async () => {
    const diagnostics = await diagnosed(bad);
    const log = JSON.parse(reportOf({ folder: 'mon thème', files: someFiles(4), diagnostics }, { sarif: true }));
    const [{ tool, results, columnKind }] = log.runs;
    expect([log.version, columnKind, tool.driver.name]).toEqual(['2.1.0', 'utf16CodeUnits', 'vitrine']);
    expect(results).toHaveLength(diagnostics.length);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(['error', 'warning']).toContain(level);
      expect(message.text).toMatch(/\S/);
      const [{ physicalLocation }] = locations;
      expect(physicalLocation.artifactLocation.uri).toMatch(/^mon%20th%C3%A8me\/[\w%./-]+$/);
      expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
    }
    expect(results[2].locations[0].physicalLocation.region).toEqual({ startLine: 2, startColumn: 3 });
  });

  it('tells code hosts the end of each place, what mends it, and what a rule means', () => {
    const files = new Map([['snippets/a.liquid', 'a\n{% # vitrine-ignorer filtre_inconu %}']]);
    const [place, correction] = [
      { ligne: 2, colonne: 22, ligne_fin: 2, colonne_fin: 35 },
      { debut: 23, fin: 36, texte: 'filtre_inconnu' },
    ];
    const facts = { code: 'verification_inconnue', gravite: 'avertissement', message: 'x.' } as const;
    const mended = { chemin: 'snippets/a.liquid', ...place, ...facts, correction };
    const corrections = { done: [mended], changed: ['snippets/a.liquid'], left: [], isTrial: true };
    const log = JSON.parse(reportOf({ folder: 'a', files, diagnostics: [mended], corrections }, { sarif: true }));
    const [{ tool, results, properties }] = log.runs;
    const region = { startLine: 2, startColumn: 22, endLine: 2, endColumn: 35 };
    expect(results[0].locations[0].physicalLocation.region).toEqual(region);
    const artifactLocation = { uri: 'a/snippets/a.liquid', uriBaseId: '%SRCROOT%' };
    const replacements = [{ deletedRegion: region, insertedContent: { text: 'filtre_inconnu' } }];
    expect(results[0].fixes).toEqual([{ artifactChanges: [{ artifactLocation, replacements }] }]);
    expect(tool.driver.rules[0]).toMatchObject({
      fullDescription: { text: 'Aucune vérification ne s’appelle …' },
      help: { text: expect.stringContaining('vitrine-ignorer verification_inconnue') },
    });
    expect(properties).toEqual({ corrections: [mended], corriges: ['snippets/a.liquid'], essai: true });
  });

  it('follows vitrine.json, and refuses one that cannot be used', async () => {
    const own = await themeOnDisk('origo');
    await own.write('sections/a.liquid', "{% render 'absent' %}{{ 'a' | nope }}");
    await own.write('contenu.json', '{ "nom": "N", "pages": [{ "slug": "a", "titre": "A", "gabarit": "histoire" }] }');
    const checks = { extrait_manquant: 'non', filtre_inconnu: 'avertissement', gabarit_manquant: 'non', fautes: 'non' };
    await own.write('vitrine.json', JSON.stringify({ verifications: checks }));
    const { output, isRight } = await verify(own.root, {});
    await own.write('vitrine.json', '{ "verifications": { "filtre_inconnu": 0 } }');
    const refused = await runHere(['verifier', own.root]);
    await own.remove();
    expect(isRight).toBe(true);
    expect(output.replaceAll(`${own.root}/`, '').split('\n')).toEqual([
      expect.stringMatching(/^sections\/a\.liquid:1:31: avertissement : Le filtre « nope » .* \[filtre_inconnu\]$/),
      expect.stringMatching(/^vitrine\.json:1:\d+: avertissement : .*« fautes ».* \[verification_inconnue\]$/),
      expect.stringMatching(/ fichiers : 0 erreur, 2 avertissements\.$/),
      '',
    ]);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^vitrine : vitrine\.json:1:40 : « filtre_inconnu » doit valoir « non », /);
  });

  it('writes one JSON object for programs', async () => {
    const diagnostics = await diagnosed(bad);
    const report = reportOf({ folder: 'a', files: someFiles(4), diagnostics }, { json: true });
    expect(JSON.parse(report)).toEqual({ dossier: 'a', fichiers: 4, erreurs: 5, avertissements: 5, diagnostics });
  });
});
