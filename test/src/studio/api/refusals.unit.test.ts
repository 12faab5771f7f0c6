import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../../src/cli/admin/values.ts';
import type { FileRefusal } from '../../../../src/contract/refusals.ts';
import {
  analysisBusy,
  databaseAway,
  ERRORS,
  type ErrorCode,
  previewsBusy,
  profilesBusy,
  rehearsalsBusy,
  siteFull,
  transfersBusy,
} from '../../../../src/errors.ts';
import { readOnlyOf } from '../../../../src/http/studio/read-only.ts';
import type { MemberSite } from '../../../../src/storage/sites.ts';
import { ApiRefusal } from '../../../../src/studio/api/client.ts';
import * as refusals from '../../../../src/studio/api/refusals.ts';
import { whyNoName } from '../../../../src/studio/pages/names.ts';
import { whyNoPath } from '../../../../src/studio/theme/path-sentences.ts';
import { NAME_LENGTH } from '../../../../src/themes/limits.ts';
import { judgePath } from '../../../../src/themes/path-rules.ts';

const { sentenceFor, ...acts } = refusals;
/**
 * Codes that no page of the studio can meet: a session may do what the role of its account allows; components, menus and settings are not
 * written from here; keys for partners are not made here.
 */
const NEVER_MET: readonly ErrorCode[] = ['portee_insuffisante', 'composant_inconnu', 'autre_site', 'partenaire_requis'];
/** Something without sentences of its own, and each act that has some. */
const ACTS: readonly refusals.Act[] = [{}, ...Object.values(acts)];
const CODES = Object.keys(ERRORS) as ErrorCode[];
const catalogued = (code: ErrorCode) => (ERRORS[code] as { message?: string }).message;

/** What a program is told, and nobody who reads. */
const FOR_PROGRAMS =
  /requête|cet objet|l’objet|\ble lot\b|hors limites|clé ou session|par clé|cette opération|désigné/i;

describe('what a refusal says to who reads the studio', () => {
  const met = CODES.filter((code) => !NEVER_MET.includes(code));
  it.each(met)('%s, whatever was done', (code) => {
    for (const act of ACTS) {
      const sentence = sentenceFor(act, code, catalogued(code));
      expect([act, sentence]).toEqual([act, expect.stringMatching(/^[A-ZÀÉÊ].*[.]$/s)]);
      expect([act, FOR_PROGRAMS.test(sentence), code.includes('_') && sentence.includes(code)]).toEqual([
        act,
        false,
        false,
      ]);
    }
  });

  it.each([
    ['RENAMING', 'invalid_input', /nom de 1 à 80 caractères/],
    ['IMPORTING', 'invalid_input', /fichier ne peut pas être lu.*\.json/],
    ['IMPORTING', 'archive_invalide', /n’est pas une archive de thème/],
    ['CHANGING_PASSWORD', 'invalid_input', /de 10 à 200 caractères/],
    ['CHANGING_PASSWORD', 'trop_de_tentatives', /quart d’heure/],
    ['CREATING_KEY', 'invalid_input', /dernier jour/],
    ['PREVIEWING', 'introuvable', /n’existe plus : il a été supprimé ailleurs/],
    ['SAVING', 'introuvable', /rien ne peut plus y être enregistré. Ce que vous avez écrit reste/],
    ['REMOVING_REQUEST', 'introuvable', /Cette demande est déjà supprimée/],
    ['REVOKING_KEY', 'introuvable', /Cette clé n’existe plus/],
    ['SAVING', 'modifie_entre_temps', /rien n’est perdu/],
  ] as const)('%s, %s: by what was done', (act, code, sentence) => {
    expect(new ApiRefusal(ERRORS[code].status, { error: code, message: catalogued(code) }, acts[act]).message).toMatch(
      sentence,
    );
  });

  it.each([
    analysisBusy(),
    databaseAway(),
    previewsBusy(),
    profilesBusy(),
    rehearsalsBusy(),
    transfersBusy(),
    siteFull(60, 'pages'),
  ])('the platform’s own sentence, where it tells what has happened: $body.message', ({ status, body }) => {
    for (const act of ACTS) expect(new ApiRefusal(status, { ...body }, act).message).toBe(body.message);
  });

  it.each([
    [502, {}],
    [413, { statusCode: 413 }],
    [500, { error: 'Internal Server Error' }],
    [409, { error: '__proto__' }],
  ])('that something else answered, with %s', (status, body) => {
    expect(new ApiRefusal(status, body, acts.SAVING).message).toBe(
      'Le service n’a pas répondu comme prévu. Réessayez dans un instant.',
    );
  });

  it('the same to a reader before and after trying', () => {
    const site = { role: 'lecteur', etat: 'actif', suspendu: false, a_activer: false } as MemberSite;
    expect(readOnlyOf(site)?.reason).toBe(sentenceFor({}, 'role_insuffisant', ERRORS.role_insuffisant.message));
    expect(readOnlyOf(site)?.reason).toMatch(/^Vous êtes lecteur/);
    expect(readOnlyOf({ ...site, role: 'editeur' })).toBeNull();
    expect(readOnlyOf({ ...site, role: 'editeur', suspendu: true })?.reason).toBe(ERRORS.site_inactif.message);
  });

  it.each([
    '/a',
    'ailleurs/x.liquid',
    'sections/é.liquid',
    'sections/x.css',
  ])('of a path before the platform is asked, as the platform does: %s', (path) => {
    const refusal = judgePath(path);
    expect(refusal && ERRORS[refusal].message).toBe(whyNoPath(path));
  });

  it('of a name what it may contain: “_” is admitted, “é” is not', () => {
    expect([judgePath('sections/é.liquid'), judgePath('sections/_x.liquid'), judgePath('sections/a_b.liquid')]).toEqual(
      ['nom', 'nom', null],
    );
    expect(ERRORS.nom.message).toContain('lettre sans accent ou un chiffre');
    expect(ERRORS.nom.message).toContain('lettres sans accent');
    expect(ERRORS.nom.message).toContain('« _ »');
  });

  it.each(['a', '😀', 'é'])('of a name made of %s as long as the platform takes one', (letter) => {
    const longest = letter.repeat(NAME_LENGTH);
    expect([whyNoName(longest, NAME_LENGTH), nameOf('un site')(longest)]).toEqual([null, longest]);
    expect(whyNoName(longest + letter, NAME_LENGTH)).toBe('Un nom compte au plus 80 caractères ; celui-ci en a 81.');
    expect(() => nameOf('un site')(longest + letter)).toThrow('80 caractères');
  });
});

it('a refused file keeps its own sentence', () => {
  const refus: FileRefusal[] = [{ chemin: 'a/b', error: 'hors_dossier', message: ERRORS.hors_dossier.message }];
  const refusal = new ApiRefusal(400, { error: 'lot_refuse', message: ERRORS.lot_refuse.message, refus }, acts.SAVING);
  expect([refusal.message, refusal.refusals]).toEqual(['Des fichiers sont refusés : rien n’est enregistré.', refus]);
});
