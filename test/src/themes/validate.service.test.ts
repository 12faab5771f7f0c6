import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../src/errors.ts';
import { validateThemeFiles } from '../../../src/themes/validate.ts';
import { MINIMAL_THEME } from '../../support/program.ts';

const MANY = Object.fromEntries(Array.from({ length: 117 }, (_, n) => [`assets/n-${n}.css`, '']));

function verdict(files: Record<string, string>): string | null {
  try {
    validateThemeFiles(files);
    return null;
  } catch (error) {
    return (error as Refusal).code;
  }
}

describe('installation validation codes', () => {
  it.each([
    ['a whole theme', MINIMAL_THEME, null],
    ['a content of 524288 units', { ...MINIMAL_THEME, 'assets/a.css': '😀'.repeat(262_144) }, null],
    ['a content of 524289 units', { ...MINIMAL_THEME, 'assets/a.css': 'a'.repeat(524_289) }, 'fichier_trop_gros'],
    ['a refused path', { ...MINIMAL_THEME, 'assets/a.html': '' }, 'chemin_invalide'],
    ['a path that is too long', { ...MINIMAL_THEME, [`assets/${'a'.repeat(110)}.css`]: '' }, 'chemin_invalide'],
    ['121 files', { ...MINIMAL_THEME, ...MANY }, 'trop_de_fichiers'],
    ['no layout', { 'templates/index.json': '', 'config/settings_schema.json': '' }, 'fichier_requis_manquant'],
    ['no template', { 'layout/theme.liquid': '', 'config/settings_schema.json': '' }, 'fichier_requis_manquant'],
    ['no settings', { 'layout/theme.liquid': '', 'templates/index.json': '' }, 'fichier_requis_manquant'],
  ])('%s: %s', (_what, files, code) => {
    expect(verdict(files)).toBe(code);
  });
});
