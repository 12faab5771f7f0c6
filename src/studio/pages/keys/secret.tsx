import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';

/** Shows a new key once, and the command that takes it; the page forgets the key when this closes. */
export function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const [told, setTold] = useState('');
  const [key, command] = [useRef<HTMLElement>(null), useRef<HTMLElement>(null)];
  const copy = async ({ current: field }: RefObject<HTMLElement | null>) => {
    if (!field) return;
    getSelection()?.selectAllChildren(field);
    // Pages over http have no clipboard: the text is selected, to be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(field.textContent ?? '').then(
      () => true,
      () => false,
    );
    setTold(isCopied ? 'Copié.' : 'Le texte est sélectionné : copiez-le par Ctrl+C ou Cmd+C.');
  };
  return (
    <Dialog title="Votre nouvelle clé" onClose={onClose}>
      <p>Copiez-la maintenant : elle n’est montrée que cette fois.</p>
      <h3>Clé</h3>
      <p class="secret">
        <code ref={key}>{secret}</code>
      </p>
      <p>
        <Button kind="primary" onClick={() => void copy(key)}>
          Copier la clé
        </Button>
      </p>
      <h3>Commande pour votre terminal</h3>
      <p class="secret">
        <code ref={command}>npx vitrine connexion --adresse {location.origin}</code>
      </p>
      <p>
        <Button onClick={() => void copy(command)}>Copier la commande</Button>
      </p>
      <p class="soft">La commande demande la clé : collez-la à ce moment, elle ne reste ainsi dans aucun historique.</p>
      <p role="status" class="copied">
        {told}
      </p>
      <p class="acts">
        <Button onClick={onClose}>J’ai gardé la clé</Button>
      </p>
    </Dialog>
  );
}
