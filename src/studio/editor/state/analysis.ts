import type { Diagnosis } from '../../../contract/diagnostics.ts';
import { ApiRefusal } from '../../api/client.ts';
import type { Editor } from './editor.ts';

/** Time after a change in which nothing more may change, milliseconds. */
const PAUSE_MS = 600;

/** Asks the platform what is wrong with the theme as it is edited: after each pause, one question at a time. */
export function analyse(editor: Editor): void {
  let asked = '';
  let isRunning = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    isRunning = true;
    asked = stateOf(editor);
    const changes = [...editor.edits.lot().changes];
    try {
      const { diagnostics } = await editor.api.send<Diagnosis>(`/api/themes/${editor.data.theme.id}/diagnostics`, {
        act: 'diagnose',
        method: 'POST',
        body: {
          fichiers: Object.fromEntries(changes.filter(([, text]) => text !== null)),
          supprimes: changes.filter(([, text]) => text === null).map(([path]) => path),
        },
      });
      editor.problems.find(diagnostics);
    } catch (error) {
      // A path that the platform refuses is reported at the save; a busy platform is asked again at the next change.
      if (error instanceof ApiRefusal && error.isMomentary) asked = '';
    }
    isRunning = false;
    editor.tell();
    plan();
  };
  const plan = () => {
    if (!editor.isReady || isRunning || stateOf(editor) === asked) return;
    clearTimeout(pause);
    pause = setTimeout(() => void ask(), PAUSE_MS);
  };
  editor.subscribe(plan);
}

const stateOf = ({ edits, store }: Editor): string =>
  `${edits.revision} ${store.entries.map(({ empreinte }) => empreinte).join()}`;
