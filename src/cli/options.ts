/** Options and arguments that several commands have, as they are declared. */
export const JSON_OUTPUT = ['--json', 'imprime un objet JSON'] as const;
export const YES = ['--oui', 'répond oui à toutes les questions'] as const;
export const SITE = ['--site <nom>', 'site, par son nom court ou son identifiant'] as const;
export const FOLDER = ['--dossier <dossier>', 'dossier du thème ; sinon celui où vous êtes'] as const;
const THEME = 'son nom, le début de son identifiant (huit caractères au moins), ou « publie »';
/** The theme of every command that is about one. */
export const TARGET = ['--theme <theme>', `${THEME} ; sinon celui que suit le dossier`] as const;
/** The option `--theme` of commands that work without a folder. */
export const NAMED_THEME = ['--theme <theme>', THEME] as const;
export const ADDRESS = ['--adresse <adresse>', 'adresse du service, s’il y en a plusieurs'] as const;
