import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../../engine/diagnose/diagnose.ts';
import { misfit } from '../../../../engine/diagnose/setting-types.ts';
import { jsonTree } from '../../../../engine/json/json-tree.ts';
import { SETTING_TYPES } from '../../../../engine/language/setting-types.ts';
import { Sample } from '../../../../src/cli/preview/sample/sample-schema.ts';
import { SCHEMA_USES, SCHEMAS } from '../../../../src/cli/schemas/schemas.ts';
import { CATALOG_FOLDER, readCatalogFrom } from '../../../../src/themes/catalog.ts';

const ajv = new Ajv({ strictTypes: false, validateFormats: false, allErrors: true });
const mistakesIn = (name: string, value: unknown): string[] => {
  const schema = SCHEMAS.get(name);
  if (!schema) throw new Error(`there is no schema ${name}`);
  const validate = ajv.getSchema(name) ?? ajv.addSchema(schema, name).getSchema(name);
  return validate?.(value)
    ? []
    : (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const SCHEMA_TAG = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema/;

describe.each(await readCatalogFrom(CATALOG_FOLDER))('$id', ({ files }) => {
  it('fits the schemas', () => {
    let count = 0;
    for (const [path, text] of Object.entries(files)) {
      const [uses] = SCHEMA_USES.filter(([, paths]) =>
        paths.some((one) => new RegExp(`^${one.replaceAll('.', '\\.').replace('*', '[^/]*')}$`).test(path)),
      );
      const inSection = path.startsWith('sections/') ? SCHEMA_TAG.exec(text)?.[1] : undefined;
      const [name, json] = uses ? [uses[0], text] : ['section.json', inSection];
      if (json === undefined) continue;
      expect.soft(mistakesIn(name, JSON.parse(json)), path).toEqual([]);
      count++;
    }
    expect(count).toBeGreaterThan(15);
  });
});

it.each([
  ['gabarit.json', { sections: { a: {} }, order: ['a'] }, '/sections/a must have required property'],
  ['gabarit.json', { sections: {} }, " must have required property 'order'"],
  ['settings_schema.json', [{ settings: [{ type: 'texte', id: 'a' }] }], '/0/settings/0/type must be equal to one of'],
  ['settings_schema.json', [{ settings: [{ type: 'text' }] }], "/0/settings/0 must have required property 'id'"],
  ['settings_schema.json', [{ settings: [{ type: 'checkbox', id: 'a', default: 'oui' }] }], '/0/settings/0/default'],
  ['section.json', { blocks: [{ name: 'a' }] }, "/blocks/0 must have required property 'type'"],
  ['section.json', { settings: [{ type: 'range', id: 'a', min: 1 }] }, "/settings/0 must have required property 'max'"],
  ['settings_data.json', { current: 3 }, '/current'],
  [
    'vitrine.json',
    { verifications: { filtre_inconnu: 'oui' } },
    '/verifications/filtre_inconnu must be equal to one of',
  ],
  ['vitrine.json', { verifications: { liquid_invalide: 'non' } }, '/verifications must NOT have additional properties'],
  ['contenu.json', { nom: 'A', pages: [{ slug: 'a' }] }, "/pages/0 must have required property 'titre'"],
])('%s refuses %j', (name, value, mistake) => {
  expect(mistakesIn(name, value)).toContainEqual(expect.stringContaining(mistake));
});

it.each([
  ['gabarit.json', { $schema: 'x', sections: {}, order: [] }],
  ['settings_data.json', { $schema: 'x', current: 'A', presets: { A: { titre: 'a' } } }],
  ['vitrine.json', { $schema: 'x', verifications: { filtre_inconnu: 'non' }, fichiers: { 'snippets/a.liquid': {} } }],
  ['contenu.json', { $schema: 'x', nom: 'A' }],
])('%s admits %j', (name, value) => expect(mistakesIn(name, value)).toEqual([]));

it('docs/editors.md gives each file its schema', async () => {
  const page = await readFile(fileURLToPath(new URL('../../../../docs/editors.md', import.meta.url)), 'utf8');
  const given = [...page.matchAll(/"fileMatch": \["\/(.*?)"\], "url": "\.\/schemas\/(.*?)"/g)];
  expect(given.map(([, files, name]) => [name, [files]])).toEqual(SCHEMA_USES);
});

it('a file of a theme and the content of a preview may name their schema', async () => {
  const [theme] = await readCatalogFrom(CATALOG_FOLDER);
  const files = Object.entries(theme?.files ?? {}).map(([path, text]) => [
    path,
    /^templates|_data/.test(path) ? text.replace('{', '{ "$schema": "../schemas/gabarit.json",') : text,
  ]);
  expect(diagnose(Object.fromEntries(files))).toEqual([]);
  expect(Sample.parse({ $schema: 'schemas/contenu.json', nom: 'A' })).toMatchObject({ nom: 'A' });
});

const VALUES = ['', 'a', '12', 3, 1.5, true, null, { src: 'a.svg', alt: 'b' }, '#fff', '/a', 'systeme'];

it.each([...SETTING_TYPES.keys()])('a default of %s that the checks take fits', (type) => {
  for (const value of VALUES) {
    const entry = { type, id: 'a', min: 0, max: 10, options: ['a', '12', 3, true], default: value };
    const declaration = jsonTree(JSON.stringify(entry), 0);
    const given = jsonTree(JSON.stringify(value), 0);
    if (!declaration || !given) throw new Error('JSON was not read');
    const isTaken = misfit({ id: 'a', type, declaration }, given) === null;
    const mistakes = mistakesIn('section.json', { settings: [entry] });
    if (isTaken) expect.soft(mistakes, JSON.stringify(value)).toEqual([]);
  }
});
