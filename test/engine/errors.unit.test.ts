import { describe, expect, it } from 'vitest';
import { checkTemplate, compileTemplate, LiquidError } from '../../engine/index.ts';

function failure(source: string, data: object = {}, snippets: Record<string, string> = {}): LiquidError {
  try {
    compileTemplate(source, { snippets, file: 'sections/a.liquid' }).render(data);
  } catch (error) {
    if (error instanceof LiquidError) return error;
    throw error;
  }
  throw new Error('the template did not fail');
}

describe('an error of a template is told with file, line and column', () => {
  it.each([
    ['a\n  {{ 1 | divided_by: 0 }}', 2, 3, 'division par 0'],
    ['{% assign x = 1 %}\n{% if x > "a" %}{% endif %}', 2, 1, 'un nombre et un texte ne se comparent pas'],
    ['{% if false %}\n{% elsif 1 > "a" %}{% endif %}', 2, 1, 'un nombre et un texte ne se comparent pas'],
    ['{% for i in (1..3) limit: "x" %}{% endfor %}', 1, 1, 'un nombre entier est attendu'],
    ['é😀{% render "absent" %}', 1, 4, 'le snippet « absent » n’existe pas'],
    ['{% assign a = "x" | upcase: 1 %}', 1, 1, 'le filtre upcase prend 0 argument, et non 1'],
    [`{{ 1 }}\n{{ "x"${' | append: "a"'.repeat(16)} | base64_decode }}`, 2, 1, 'le texte n’est pas en base64'],
    ['{{ a | sort }}', 1, 1, 'des valeurs de types différents ne se trient pas'],
    ['{% capture x %}\n\n{{ "=" | base64_decode }}{% endcapture %}', 3, 1, 'le texte n’est pas en base64'],
  ])('%j', (source, line, column, message) => {
    expect(failure(source, { a: [1, 'a'] })).toMatchObject({ file: 'sections/a.liquid', line, column, message });
  });

  it('a snippet by its own name', () => {
    const snippets = { k: '\n {{ 1 | modulo: 0 }}' };
    expect(failure('{% render "k" %}', {}, snippets)).toMatchObject({ file: 'k', line: 2, column: 2 });
    expect(failure('{% include "k" %}', {}, snippets)).toMatchObject({ file: 'k', line: 2, column: 2 });
  });

  it('a snippet that does not parse, where it does not', () => {
    const broken = failure('{% if true %}{% render "k" %}{% endif %}', {}, { k: 'a\n{% if %}' });
    expect(broken).toMatchObject({ file: 'k', line: 2, column: 1 });
    expect(compileTemplate('{% if false %}{% render "k" %}{% endif %}', { snippets: { k: '{% if %}' } }).render()).toBe(
      '',
    );
  });
});

it('a date of data that is no moment is nil', () => {
  expect(compileTemplate('[{{ a }}{{ b }}]').render({ a: new Date(Number.NaN), b: new Date(0) })).toBe(
    '[1970-01-01T00:00:00.000Z]',
  );
});

describe('a syntax error is one French sentence with its place', () => {
  it.each([
    ['{% nimporte %}', 1, 1, 'la balise {% nimporte %} n’existe pas'],
    ['a\n{% endif %}', 2, 1, 'la balise {% endif %} n’est pas attendue ici'],
    ['{% else %}', 1, 1, 'la balise {% else %} n’est pas attendue ici'],
    ['\n {% for a in b %}{% if c %}', 2, 18, 'la balise {% if %} n’est jamais fermée'],
    ['{% if a %}{% endfor %}', 1, 11, 'la balise {% endfor %} n’est pas attendue ici'],
    ['{{ a', 1, 1, 'cette sortie {{ n’est jamais fermée par }}'],
    ['{{ a }', 1, 1, 'cette sortie {{ n’est jamais fermée par }}'],
    ['{% if a', 1, 1, 'cette balise {% n’est jamais fermée par %}'],
    ['{% %}', 1, 1, 'cette balise n’a pas de nom'],
    ['{% if %}{% endif %}', 1, 1, 'la condition est incomplète'],
    ['{% if a startswith b %}{% endif %}', 1, 1, '« startswith » n’est pas un opérateur'],
    ['{% if a = b %}{% endif %}', 1, 1, '« = » n’est pas un opérateur : écrivez « == »'],
    ['{% if a => b %}{% endif %}', 1, 1, '« => » n’est pas un opérateur : écrivez « >= »'],
    ['{% if a constructor b %}{% endif %}', 1, 1, '« constructor » n’est pas un opérateur'],
    ['{% for %}{% endfor %}', 1, 1, 'for attend « élément in liste »'],
    ['{% tablerow x %}{% endtablerow %}', 1, 1, 'tablerow attend « élément in liste »'],
    ['{% assign a %}', 1, 1, 'assign attend « nom = valeur »'],
    ['{% capture %}{% endcapture %}', 1, 1, 'capture attend un nom de variable'],
    ['{% case %}{% endcase %}', 1, 1, 'case attend une valeur'],
    ['{% case a %}{% when %}{% endcase %}', 1, 13, 'when attend une valeur'],
    ['{% cycle %}', 1, 1, 'cycle attend au moins une valeur'],
    ['{% render a %}', 1, 1, 'render attend le nom d’un snippet entre guillemets'],
    ['{% include %}', 1, 1, 'include attend le nom d’un snippet'],
    ['{% section %}', 1, 1, 'section attend le type d’une section'],
    ['{% raw %}', 1, 1, 'la balise {% raw %} n’est jamais fermée'],
    ['{% raw x %}{% endraw %}', 1, 1, 'raw ne prend pas d’argument'],
    ['{% doc x %}{% enddoc %}', 1, 1, 'doc ne prend pas d’argument'],
    ['{% doc %}{% doc %}{% enddoc %}', 1, 1, 'doc ne s’imbrique pas'],
    ['{% comment %}{% comment %}{% endcomment %}', 1, 1, 'la balise {% comment %} n’est jamais fermée'],
    ['{% liquid\n  echo 1\n  nimporte\n%}', 3, 3, 'la balise {% nimporte %} n’existe pas'],
    ['{% liquid\n  -echo 1\n%}', 2, 3, 'cette ligne ne commence pas par le nom d’une balise'],
    ['{%- # a\n b -%}', 1, 1, 'chaque ligne d’un commentaire {% # %} commence par #'],
    [
      '{% layout "a" %}',
      1,
      1,
      'la balise {% layout %} n’existe pas ici : chaque page a la même enveloppe, layout/theme.liquid',
    ],
  ])('%j', (source, ligne, colonne, message) => {
    expect(checkTemplate(source, 'snippets/a.liquid')).toEqual([{ message, ligne, colonne }]);
  });
});
