import { expect, it } from 'vitest';
import { wrapped } from '../../../src/cli/wrap.ts';

it.each([
  [20, 'court', 'court'],
  [20, 'des mots qui ne tiennent pas', 'des mots qui ne\ntiennent pas'],
  [20, '  un retrait que la suite garde', '  un retrait que la\n  suite garde'],
  [24, 'Ensuite, « vitrine pousser » envoie.', 'Ensuite,\n« vitrine pousser »\nenvoie.'],
  [16, 'Publier « Vela » maintenant ? Non', 'Publier « Vela »\nmaintenant ? Non'],
  [12, 'a:1:2: un_mot_bien_trop_long fin', 'a:1:2:\nun_mot_bien_trop_long\nfin'],
  [12, '« un nom trop long pour une ligne »', '« un nom\ntrop long\npour une\nligne »'],
  [10, 'première ligne\nseconde', 'première\nligne\nseconde'],
  [10, 'seul « ou » : non', 'seul\n« ou » :\nnon'],
])('in %i columns « %s » is broken between words only', (columns, text, lines) =>
  expect(wrapped(text, columns)).toBe(lines));

it('without a terminal nothing is broken', () => expect(wrapped('a '.repeat(200), undefined)).toBe('a '.repeat(200)));
