import { saveFile } from '../../api/save-file.ts';
import type { WaysOut } from '../../unsaved/telling.ts';
import type { UnsavedWork } from '../../unsaved/unsaved-work.ts';

/** The unsaved texts as downloads, for another theme. @returns null where there are none */
export function takenAway({ changes }: UnsavedWork): ReturnType<WaysOut['takeAway']> {
  const texts = [...changes].filter((change): change is [string, string] => change[1] !== null);
  if (texts.length === 0) return null;
  const run = () => {
    for (const [path, text] of texts) saveFile(path.slice(path.indexOf('/') + 1), text);
  };
  return texts.length === 1
    ? { words: 'Gardez votre texte pour un autre thème.', actions: [{ label: 'Télécharger mon texte', run }] }
    : { words: 'Gardez vos textes pour un autre thème.', actions: [{ label: 'Télécharger mes textes', run }] };
}
