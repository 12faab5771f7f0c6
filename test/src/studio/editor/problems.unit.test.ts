import { expect, it } from 'vitest';
import { CODES } from '../../../../engine/diagnose/codes.ts';
import { SYNTAX_CODES } from '../../../../engine/language/syntax-codes.ts';
import { Problems } from '../../../../src/studio/editor/state/problems.ts';

it.each([...SYNTAX_CODES])('a save that was refused for its syntax says it once: %s', (code) => {
  const problems = new Problems();
  const found = { chemin: 'sections/a.liquid', gravite: 'erreur', message: 'Une section a un seul schéma.' } as const;
  problems.find([
    { ...found, code },
    { ...found, code: 'filtre_inconnu' },
  ]);
  problems.refuse([{ chemin: found.chemin, error: 'syntaxe', message: 'une section a un seul schéma' }]);
  expect(problems.all.map((problem) => problem.code)).toEqual(['syntaxe', 'filtre_inconnu']);
  expect(CODES).toHaveProperty(code);
});
