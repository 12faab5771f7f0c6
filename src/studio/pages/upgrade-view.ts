/** Shows files and conflicts of an upgrade; texts of themes are set as text, never as HTML. */
import { controlsShownInLines } from '../../../engine/text/controls.ts';
import type { Conflict, ConflictChoice, UpgradedFile } from '../../contract/upgrade.ts';

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { textContent: text });
}

const WORDS: Readonly<Record<string, string>> = {
  modifie: 'modifié',
  ajoute: 'ajouté',
  retire: 'retiré',
  fusionne: 'fusionné',
};

export function listOf(
  files: readonly UpgradedFile[],
  changeOf: (file: UpgradedFile) => string | null,
): HTMLUListElement {
  const list = Object.assign(document.createElement('ul'), { className: 'changes' });
  list.append(
    ...files.map((file) => {
      const item = document.createElement('li');
      item.append(element('span', WORDS[changeOf(file) ?? ''] ?? ''), file.chemin);
      return item;
    }),
  );
  return list;
}

/** A file in conflict: its places, and whose text is taken there. */
export function conflictOf({ chemin, conflits = [], autres_conflits: more }: UpgradedFile): HTMLFieldSetElement {
  const fieldset = Object.assign(document.createElement('fieldset'), { className: 'conflict' });
  fieldset.dataset.path = chemin;
  const choices = Object.assign(document.createElement('div'), { className: 'choices' });
  choices.append(
    choiceOf(chemin, 'garder', 'Garder ce qui est à vous', true),
    choiceOf(chemin, 'catalogue', 'Prendre ce qu’a le catalogue', false),
  );
  fieldset.append(element('legend', chemin), choices, ...conflits.map(placeOf));
  if (more)
    fieldset.append(element('p', `Et ${more} ${more > 1 ? 'autres endroits' : 'autre endroit'} de ce fichier.`));
  return fieldset;
}

function choiceOf(path: string, value: ConflictChoice, text: string, isChosen: boolean): HTMLLabelElement {
  const label = Object.assign(document.createElement('label'), { className: 'option' });
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: path, value });
  input.defaultChecked = isChosen;
  label.append(input, text);
  return label;
}

function placeOf(conflict: Conflict): HTMLElement {
  const place = Object.assign(document.createElement('div'), { className: 'place' });
  const texts = Object.assign(document.createElement('div'), { className: 'texts' });
  texts.append(
    textOf('À l’installation', conflict.original, 'absent'),
    textOf('Le vôtre', conflict.proprietaire, 'retiré par vous'),
    textOf('Celui du catalogue', conflict.catalogue, 'retiré du catalogue'),
  );
  place.append(element('h3', nameOf(conflict)), texts);
  if (conflict.coupe)
    place.append(
      Object.assign(element('p', 'Ces textes sont plus longs que ce qui est montré.'), { className: 'soft' }),
    );
  return place;
}

function nameOf({ ligne, cles }: Conflict): string {
  if (ligne !== undefined) return `Ligne ${ligne}`;
  return cles ? cles.join(' › ') : 'Tout le fichier';
}

function textOf(title: string, text: string | null, absent: string): HTMLElement {
  const around = document.createElement('div');
  const shown =
    text === null
      ? Object.assign(element('p', absent), { className: 'soft' })
      : element('pre', controlsShownInLines(text));
  around.append(element('h4', title), shown);
  return around;
}
