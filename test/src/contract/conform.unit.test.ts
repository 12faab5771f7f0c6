import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as account from '../../../src/contract/account.ts';
import * as articles from '../../../src/contract/articles.ts';
import { conform } from '../../../src/contract/conform.ts';
import * as files from '../../../src/contract/files.ts';
import * as menus from '../../../src/contract/menus.ts';
import * as pages from '../../../src/contract/pages.ts';
import * as previews from '../../../src/contract/previews.ts';
import * as settings from '../../../src/contract/settings.ts';
import * as themes from '../../../src/contract/themes.ts';
import { isForPrograms } from '../../../src/text/sentences.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const PLAIN = 'La requête est absente, illisible ou hors limites.';
const page = { slug: 'a', titre: 'A' };

const refusalOf = (schema: z.ZodType, input: unknown): string => {
  const conformed = conform(schema, input);
  if (!('sentence' in conformed)) throw new Error('it conforms');
  expect(isForPrograms(conformed.sentence)).toBe(true);
  return conformed.sentence;
};

describe('the refusal of a request names the field', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['titre', pages.Creation, { slug: 'a' }],
    ['titre', pages.Creation, { slug: 'a', titre: 3 }],
    ['slug', pages.Change, { id: ID, slug: 'é' }],
    ['garde.majLe', pages.Change, { id: ID, garde: { site: ID, majLe: 3 } }],
    ['image', articles.Change, { id: ID, image: 'javascript:1' }],
    ['id', themes.Change, { nom: 'A' }],
    ['action', themes.Creation, { action: 'rien' }],
    ['origine', themes.Creation, { action: 'installer' }],
    ['contenu', files.Writing, { chemin: 'assets/a.css' }],
    ['chemin', files.Writing, { chemin: 'a', contenu: 3 }],
    ['retablir', files.Writing, { retablir: 0 }],
    ['lot.ecrire.assets/a.css', files.Writing, { lot: { ecrire: { 'assets/a.css': 3 } } }],
    ['lot.deploiement.garder.1', files.Writing, { lot: { deploiement: { garder: ['a', 3] } } }],
    ['adresse', previews.Preview, { nonce: 'a'.repeat(16), adresse: 'a' }],
    ['menus.principal.0.url', menus.Replacement, { menus: { principal: [{ titre: 'A', url: 3 }] } }],
    ['menus.principal.0.lien', menus.Replacement, { menus: { principal: [{ titre: 'A', url: '/', lien: 3 }] } }],
    ['valeurs', settings.Replacement, { valeurs: [] }],
    ['nouveau', account.PasswordChange, { actuel: 'a', nouveau: 'secret' }],
  ])('%s', (field, schema, input) => {
    expect(refusalOf(schema, input)).toBe(`La requête est absente, illisible ou hors limites : voyez « ${field} ».`);
  });

  it('of a request that is no object it names none', () => {
    for (const input of [undefined, null, 3, [], 'a']) expect(refusalOf(pages.Change, input)).toBe(PLAIN);
  });

  it('a long name is cut, and half a character replaced', () => {
    const menu = (name: string) => refusalOf(menus.Replacement, { menus: { [name]: [] } });
    expect(menu('é'.repeat(1_000)).length).toBeLessThan(200);
    expect(menu('a\ud800').isWellFormed()).toBe(true);
  });

  it('the sentence of a check comes before', () => {
    expect(conform(pages.Creation, { slug: 'a', titre: '\u200b' })).toEqual({
      sentence: expect.stringMatching(/^Ce nom ne se verrait pas/),
    });
  });
});

describe('a field that no schema has', () => {
  it.each<[string, string, z.ZodType, object]>([
    ['titer', 'titre', pages.Change, { id: ID }],
    ['Titre', 'titre', pages.Change, { id: ID }],
    ['publie', 'publiee', pages.Change, { id: ID }],
    ['publieLe', 'publie_le', articles.Change, { id: ID }],
    ['gabarits', 'gabarit', pages.Creation, page],
    ['publer', 'publier', themes.Change, { id: ID }],
    ['edtion', 'edition', themes.Creation, { action: 'installer', origine: 'origo' }],
    ['siAbsente', 'siAbsent', files.Writing, { chemin: 'assets/a.css', contenu: '' }],
    ['gadre', 'garde', menus.Replacement, { menus: {} }],
    ['diagnostic', 'diagnostics', files.Reading, {}],
  ])('%s is likely meant to be %s, and refused', (given, meant, schema, input) => {
    expect(conform(schema, input)).toHaveProperty('value');
    const sentence = `La requête est absente, illisible ou hors limites : « ${given} » n’est pas un champ, peut-être « ${meant} ».`;
    expect(refusalOf(schema, { ...input, [given]: true })).toBe(sentence);
  });

  it('within a field, with the fields around it', () => {
    const garde = { site: ID, majLe: null, majle: 'x' };
    expect(conform(menus.Replacement, { menus: {}, garde })).toHaveProperty('value');
    const lot = { ecrire: {}, suprimer: ['assets/a.css'] };
    expect(refusalOf(files.Writing, { lot })).toContain(
      '« lot.suprimer » n’est pas un champ, peut-être « lot.supprimer »',
    );
  });

  it.each<[string, z.ZodType, object]>([
    ['a whole page', pages.Change, { id: ID, ...page, gabarit: 'page', contenu: '', publiee: true, maj_le: 'x' }],
    [
      'a whole theme',
      themes.Change,
      { id: ID, nom: 'A', version: '1', role: 'publie', origine: null, maj_le: 'x', publie_le: null, lignee: ID },
    ],
    ['a whole file', files.Writing, { chemin: 'assets/a.css', contenu: '', maj_le: 'x', empreinte: 'x', octets: 0 }],
    ['any other', pages.Change, { id: ID, horodatage: 3, v: 1, constructor: 3 }],
    ['what a program writes for a list', pages.Change, { id: ID, 'titre[]': 'A' }],
    ['the names that a client chooses', menus.Replacement, { menus: { principla: [] } }],
  ])('%s: what resembles no field that is lacking is passed over', (_what, schema, input) => {
    expect(conform(schema, input)).toHaveProperty('value');
  });

  it('of very many only some are looked at', () => {
    const strange = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, n]));
    expect(conform(pages.Change, { id: ID, ...strange, titer: 'A' })).toHaveProperty('value');
  });
});
