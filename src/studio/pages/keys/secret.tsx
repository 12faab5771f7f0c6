import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { CopiedText } from '../../parts/copied-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';

/** Shows a new key once, and the command that takes it; the page forgets the key when this closes. */
export function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const [told, setTold] = useState('');
  return (
    <Dialog title="Votre nouvelle clé" onClose={onClose}>
      <p>Copiez-la maintenant : elle n’est montrée que cette fois.</p>
      <h3>Clé</h3>
      <CopiedText text={secret} label="Copier la clé" kind="primary" onCopied={setTold} />
      <h3>Commande pour votre terminal</h3>
      <CopiedText
        text={`npx vitrine connexion --adresse ${location.origin}`}
        label="Copier la commande"
        onCopied={setTold}
      />
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
