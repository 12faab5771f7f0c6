/** What people read of a tag. */
export interface TagWords {
  /** How what follows the name is written, words to be filled in between braces; empty for a tag that stands alone. */
  readonly form: string;
  /** One sentence. */
  readonly says: string;
}

/** The words of each tag (`engine/language/tags.ts`), for editors. */
export const TAG_WORDS: Readonly<Record<string, TagWords>> = {
  '#': {
    form: '{remarque}',
    says: 'Écrit une remarque pour qui lit le code : rien ne s’affiche. Chaque ligne commence par « # ».',
  },
  assign: {
    form: '{nom} = {valeur}',
    says: 'Donne une valeur, filtres compris, à une variable, qui dure jusqu’à la fin du fichier.',
  },
  break: { form: '', says: 'Quitte la boucle.' },
  capture: { form: '{nom}', says: 'Met dans une variable ce que le bloc affiche.' },
  case: {
    form: '{valeur}',
    says: 'Compare une valeur à celles des branches « when » et affiche celles qui conviennent.',
  },
  comment: { form: '', says: 'Cache ce qu’il entoure : rien n’en est lu ni affiché.' },
  continue: { form: '', says: 'Passe au tour suivant de la boucle.' },
  cycle: {
    form: '{"pair"}, {"impair"}',
    says: 'Affiche à chaque passage la valeur suivante de sa liste. Un nom devant « : » fait compter à part.',
  },
  decrement: {
    form: '{nom}',
    says: 'Retire 1 à un compteur, qui commence à 0, puis l’affiche. Un compteur n’est pas une variable d’« assign ».',
  },
  doc: {
    form: '',
    says: 'Décrit le fichier pour qui s’en sert : les paramètres d’un extrait s’y déclarent par « @param {type} nom - description ».',
  },
  echo: { form: '{valeur}', says: 'Affiche une valeur, comme {{ … }}, dans une balise « liquid ».' },
  else: {
    form: '',
    says: 'Commence ce qui s’affiche quand rien de ce qui précède ne convient, ou quand la liste d’une boucle est vide.',
  },
  elsif: {
    form: '{condition}',
    says: 'Commence ce qui s’affiche quand les conditions précédentes sont fausses et que celle-ci est vraie.',
  },
  for: {
    form: '{element} in {liste}',
    says: 'Répète le bloc pour chaque élément d’une liste, d’un intervalle (1..5) ou d’un objet. Prend « reversed », « limit: » et « offset: ».',
  },
  if: {
    form: '{condition}',
    says: 'Affiche le bloc quand la condition est vraie : tout l’est, sauf « nil » et « false ».',
  },
  ifchanged: { form: '', says: 'Affiche le bloc seulement quand son contenu diffère de celui du passage précédent.' },
  include: {
    form: '"{extrait}"',
    says: 'Affiche un extrait, qui partage les variables de ce fichier. Préférez « render », qui ne passe que ce qu’il nomme.',
  },
  increment: {
    form: '{nom}',
    says: 'Affiche un compteur, qui commence à 0, puis lui ajoute 1. Un compteur n’est pas une variable d’« assign ».',
  },
  javascript: {
    form: '',
    says: 'Met un script dans la page, avec son nonce, une seule fois, là où le fichier sert d’abord. Le Liquid n’y est pas lu.',
  },
  liquid: { form: '', says: 'Contient une balise par ligne, sans accolades.' },
  raw: { form: '', says: 'Affiche tel quel ce qu’il entoure : le Liquid n’y est pas lu.' },
  render: {
    form: '"{extrait}"',
    says: 'Affiche un extrait du dossier snippets/, qui ne voit que les valeurs passées par leur nom, après « with » ou après « for ».',
  },
  schema: {
    form: '',
    says: 'Déclare en JSON le nom, les réglages et les blocs de la section. Rien ne s’affiche ; une section en a un seul.',
  },
  section: {
    form: '"{type}"',
    says: 'Affiche sections/<type>.liquid ; ses valeurs sont dans config/settings_data.json, sous current.sections.<type>.',
  },
  style: {
    form: '',
    says: 'Met dans la page un <style> avec son nonce. Le Liquid y est lu, et le bloc est affiché à chaque passage.',
  },
  stylesheet: {
    form: '',
    says: 'Met un style dans la page, avec son nonce, une seule fois, là où le fichier sert d’abord. Le Liquid n’y est pas lu.',
  },
  tablerow: {
    form: '{element} in {liste} cols: {2}',
    says: 'Range les éléments d’une liste dans les lignes d’un tableau, avec « cols: » cellules par ligne. Prend « limit: » et « offset: ».',
  },
  unless: { form: '{condition}', says: 'Affiche le bloc quand la condition est fausse.' },
  when: {
    form: '{valeur}',
    says: 'Commence ce qui s’affiche quand la valeur de « case » est l’une de celles-ci, séparées par une virgule ou par « or ».',
  },
};
