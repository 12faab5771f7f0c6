import { describe, expect, it } from 'vitest';
import { addressOfTitle, followedAddress, isProposed } from '../../../../src/studio/writing/address.ts';
import { problemsOf, whyNoAddress } from '../../../../src/studio/writing/problems.ts';

describe('the address of a text', () => {
  it('is made of the words of its title', () => {
    expect(addressOfTitle('Fermé le 8 décembre !')).toBe('ferme-le-8-decembre');
    expect(addressOfTitle('Œufs, æther & Straße')).toBe('oeufs-aether-strasse');
    expect(addressOfTitle('« ★ »')).toBe('');
    expect(addressOfTitle('ab '.repeat(60))).toMatch(/^(ab-){25,}ab$/);
    expect(addressOfTitle('ab '.repeat(60)).length).toBeLessThanOrEqual(80);
    expect(whyNoAddress(addressOfTitle('x'.repeat(200)), true)).toBeNull();
  });

  it('follows the title until somebody has chosen one', () => {
    expect(followedAddress('page-1a2b3c4d', '', 'Tarifs', true)).toBe('tarifs');
    expect(followedAddress('tarifs', 'Tarifs', 'Tarifs 2027', true)).toBe('tarifs-2027');
    // Another page had the first address.
    expect(followedAddress('tarifs-2', 'Tarifs', 'Nos tarifs', true)).toBe('nos-tarifs');
    expect(followedAddress('prix', 'Tarifs', 'Nos tarifs', true)).toBeNull();
    expect(followedAddress('tarifs', 'Tarifs', '', true)).toBeNull();
    expect(isProposed('tarifs-annexes', 'Tarifs')).toBe(false);
  });

  it('is never one that the site answers itself', () => {
    expect(followedAddress('page-1a2b3c4d', '', 'Blog', true)).toBe('blog-1');
    expect(followedAddress('article-1a2b3c4d', '', 'Blog', false)).toBe('blog');
    expect(whyNoAddress('blog', true)).toMatch(/répond déjà lui-même/);
    expect(whyNoAddress('blog', false)).toBeNull();
  });

  it('is told with the title where either is missing', () => {
    const judged = { titre: ' ', slug: 'É', isPage: true, isHome: false };
    expect(Object.keys(problemsOf(judged))).toEqual(['titre', 'slug']);
    expect(problemsOf({ titre: 'Accueil', slug: '', isPage: true, isHome: true })).toEqual({});
  });
});
