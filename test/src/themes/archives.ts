import { MINIMAL_THEME } from '../../support/program.ts';

/** An archive that is taken in. */
export const ARCHIVE = {
  format: 'service-theme',
  format_version: 1,
  nom: 'Essai',
  version: '2.1.0',
  origine: 'origo',
  exporte_le: '2026-01-01T00:00:00.000Z',
  fichiers: MINIMAL_THEME,
} as const;

export type ArchiveBody = Record<string, unknown> & { fichiers: Record<string, unknown> };

/** The same, to be spoilt. */
export const archive = (): ArchiveBody => ({ ...ARCHIVE, fichiers: { ...MINIMAL_THEME } });

const put = (path: string, content: unknown) => (body: ArchiveBody) => {
  body.fichiers[path] = content;
};

/** What is wrong with an archive, in the order in which it is told (docs/decisions/imports.md). */
export const FAULTS: readonly { readonly what: string; readonly code: string; spoil(body: ArchiveBody): void }[] = [
  {
    what: 'a head field missing',
    code: 'archive_invalide',
    spoil: (body) => {
      delete body.nom;
    },
  },
  {
    what: 'a head field mistyped',
    code: 'archive_invalide',
    spoil: (body) => {
      body.version = 2;
    },
  },
  {
    what: 'format_version not 1',
    code: 'archive_invalide',
    spoil: (body) => {
      body.format_version = 2;
    },
  },
  { what: 'a value that is no string', code: 'archive_invalide', spoil: put('assets/a.css', 3) },
  { what: 'text that cannot be stored', code: 'invalid_input', spoil: put('assets/b.css', '\ud800') },
  {
    what: 'no entry',
    code: 'vide',
    spoil: (body) => {
      body.fichiers = {};
    },
  },
  {
    what: 'more than 120 entries',
    code: 'trop_de_fichiers',
    spoil: (body) => {
      for (let n = 0; n < 118; n++) body.fichiers[`snippets/n${n}.liquid`] = '';
    },
  },
  { what: 'an entry outside the six folders', code: 'chemin_invalide', spoil: put('ailleurs/a.css', '') },
  { what: 'an entry with a refused extension', code: 'chemin_invalide', spoil: put('assets/a.js', '') },
  { what: 'an entry that traverses', code: 'chemin_invalide', spoil: put('assets/../a.css', '') },
  {
    what: 'an entry above 524288 units',
    code: 'fichier_trop_gros',
    spoil: put('sections/z.liquid', 'a'.repeat(524_289)),
  },
  {
    what: 'a required file missing',
    code: 'fichier_requis_manquant',
    spoil: (body) => {
      delete body.fichiers['layout/theme.liquid'];
    },
  },
];
