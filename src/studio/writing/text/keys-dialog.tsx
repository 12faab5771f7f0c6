import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { MAIN_TOOLS, MORE_TOOLS } from './tools.tsx';

/** What is typed at the beginning of a line, or around words. */
const HABITS: readonly (readonly [typed: string, does: string])[] = [
  ['## puis espace', 'Titre 2 (### et #### : titres 3 et 4)'],
  ['- puis espace', 'Liste à puces'],
  ['1. puis espace', 'Liste numérotée'],
  ['> puis espace', 'Citation'],
  ['``` puis Entrée', 'Bloc de code'],
  ['---', 'Séparateur'],
  ['**mots**', 'Gras'],
  ['*mots*', 'Italique'],
  ['~~mots~~', 'Barré'],
  ['`mots`', 'Code'],
];

const OTHERS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl Alt 2, 3 ou 4', 'Titre 2, 3 ou 4'],
  ['Ctrl Alt 0', 'Paragraphe'],
  ['Tab, Maj Tab', 'Dans une liste : plus bas, plus haut ; dans un tableau : cellule suivante, précédente'],
  ['Tab', 'Sur une image ou un passage en HTML : dans ses champs ; Échap : retour au texte'],
  ['Échap puis Tab', 'Quitter le texte, aussi d’une liste ou d’un tableau'],
  ['Maj Entrée', 'Nouvelle ligne dans le même paragraphe'],
  ['Ctrl Maj V', 'Coller sans mise en forme'],
  ['Ctrl Z, Ctrl Y', 'Annuler, rétablir'],
  ['Alt F10', 'Aller aux outils'],
];

const Row = ({ keys, does }: { readonly keys: string; readonly does: string }) => (
  <tr>
    <th scope="row">
      <kbd>{keys}</kbd>
    </th>
    <td>{does}</td>
  </tr>
);

/** Keys and habits of the text, in a window. */
export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Raccourcis du clavier" class="wide text-keys" onClose={onClose}>
    <table>
      <tbody>
        {[...MAIN_TOOLS.flat(), ...MORE_TOOLS]
          .filter(({ keys }) => keys !== '')
          .map(({ label, keys }) => (
            <Row key={label} keys={keys} does={label} />
          ))}
        {OTHERS.map(([keys, does]) => (
          <Row key={does} {...{ keys, does }} />
        ))}
        {HABITS.map(([keys, does]) => (
          <Row key={does} {...{ keys, does }} />
        ))}
      </tbody>
    </table>
    <p class="soft">Sur un Mac, Cmd tient lieu de Ctrl.</p>
    <p class="acts">
      <Button onClick={onClose}>Fermer</Button>
    </p>
  </Dialog>
);
