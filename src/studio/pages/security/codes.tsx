import { useState } from 'preact/hooks';
import { saveFile } from '../../api/save-file.ts';
import { shown } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Button } from '../../parts/button.tsx';
import { CopiedText } from '../../parts/copied-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Question } from '../../parts/question.tsx';
import { counted } from '../../parts/words.ts';
import { SECURITY, securityApi } from '../../proof/security-api.ts';
import { withProof } from '../../proof/with-proof.tsx';

/** What a new second factor needs for the codes that come with the first one. */
export interface Recovery {
  /** Whether the account has a second factor already, and codes. */
  readonly hasFactor: boolean;
  readonly hasCodes: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

const made = async (): Promise<readonly string[]> =>
  (await securityApi.send<{ codes: string[] }>(`${SECURITY}/codes`, { method: 'POST' })).codes;

/**
 * Ends the adding of a second factor: the first one comes with codes for the day on which the device is lost.
 * @param words that say what was added
 */
export async function withRecovery(
  words: string,
  { hasFactor, hasCodes, onCodes }: Recovery,
  onClose: () => void,
): Promise<void> {
  // The factor is there, whatever becomes of the codes: the page has a button for them.
  const codes = hasCodes ? null : await made().catch(() => null);
  await shown(hasFactor ? words : `${words} Les autres navigateurs sont déconnectés.`);
  // First, so that the focus comes back to the button from the window that shows the codes.
  onClose();
  if (codes) onCodes(codes);
}

interface RecoveryCodesProps extends Pick<Recovery, 'hasFactor' | 'onCodes'> {
  /** How many codes have not been used. */
  readonly left: number;
}

/** How many codes an account has left, and the way to new ones. */
export function RecoveryCodes({ hasFactor, left, onCodes }: RecoveryCodesProps) {
  if (!hasFactor) {
    return (
      <p>
        Dix codes à garder sur papier ouvrent le compte le jour où votre appareil manque. Ils viennent avec la première
        clé d’accès ou application.
      </p>
    );
  }
  return (
    <>
      <p>
        {left === 0
          ? 'Il ne reste aucun code de secours. Sans eux, un appareil perdu ferme ce compte.'
          : `Il reste ${counted(left, 'code')} de secours. Chacun ouvre le compte une fois, après le mot de passe, le jour où votre appareil manque.`}
      </p>
      <p class="acts">
        <AskButton act="nouveaux-codes" question={(close) => <NewCodes onClose={close} {...{ left, onCodes }} />}>
          De nouveaux codes
        </AskButton>
      </p>
    </>
  );
}

function NewCodes({
  left,
  onCodes,
  onClose,
}: Omit<RecoveryCodesProps, 'hasFactor'> & { readonly onClose: () => void }) {
  const work = async () => {
    const codes = await withProof(made);
    await shown('Les nouveaux codes de secours sont prêts.');
    onClose();
    onCodes(codes);
  };
  return (
    <Question title="De nouveaux codes de secours ?" agree="Faire dix codes" onClose={onClose} work={work}>
      <p>
        Ils sont montrés une fois.
        {left > 0 && ' Ceux que vous avez ne vaudront plus rien.'}
      </p>
    </Question>
  );
}

interface CodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}

/** Shows new codes once; the page forgets them when this closes. */
export function Codes({ codes, email, onClose }: CodesProps) {
  const [told, setTold] = useState('');
  const text = codes.join('\n');
  const save = () => {
    saveFile('codes-de-secours.txt', `Codes de secours de ${email}, pour ${location.origin}\n\n${text}\n`);
    setTold('Fichier enregistré : codes-de-secours.txt.');
  };
  return (
    <Dialog title="Vos codes de secours" class="codes" onClose={onClose}>
      <p>
        Gardez-les ailleurs que dans ce téléphone ou cet ordinateur : ils ne sont montrés que cette fois. Chacun ouvre
        une fois, après le mot de passe, le compte <bdi>{email}</bdi>.
      </p>
      <CopiedText text={text} label="Copier les codes" kind="primary" onCopied={setTold} />
      <p class="acts">
        <Button onClick={save}>Enregistrer dans un fichier</Button> <Button onClick={() => print()}>Imprimer</Button>
      </p>
      <p role="status" class="copied">
        {told}
      </p>
      <p class="acts">
        <Button onClick={onClose}>J’ai gardé les codes</Button>
      </p>
    </Dialog>
  );
}
