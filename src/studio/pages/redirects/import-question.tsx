import { Api } from '../../api/client.ts';
import { CHANGING_REDIRECT } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Question } from '../../parts/question.tsx';
import { counted } from '../../parts/words.ts';
import { inParts, type JudgedFile, type RefusedRow, type TakenRow } from './judged-file.ts';
import type { RedirectsProps } from './props.ts';
import { REDIRECTS } from './redirect-requests.ts';

/** So many rows of a file are shown of each kind. */
const SHOWN = 200;

interface ImportQuestionProps {
  readonly site: RedirectsProps['site'];
  readonly judged: JudgedFile;
  readonly onDone: (brought: BroughtFile) => void;
  readonly onClose: () => void;
}

/** What the platform has made of a file. */
export interface BroughtFile {
  readonly added: number;
  readonly refused: readonly RefusedRow[];
}

interface Brought {
  readonly ajoutees: number;
  readonly refusees: readonly { readonly ligne: number; readonly de: string; readonly message: string }[];
}

/** What the platform has refused of a file. */
export const BroughtDialog = ({ added, refused, onClose }: BroughtFile & { readonly onClose: () => void }) => (
  <Dialog title={counted(added, 'redirection importée', 'redirections importées')} class="wide" onClose={onClose}>
    <RefusedRows rows={refused} />
    <p class="acts">
      <Button onClick={onClose}>Fermer</Button>
    </p>
  </Dialog>
);

/** Shows what a file brings before it is sent. */
export function ImportQuestion({ site, judged: { taken, refused }, onDone, onClose }: ImportQuestionProps) {
  const send = async () => {
    const api = new Api(site.id);
    let added = 0;
    const told: RefusedRow[] = [];
    // A file that is sent again after a fault adds nothing twice: each row replaces the one from its address.
    for (const rows of inParts(taken)) {
      const redirections = rows.map(({ de, vers, dessous }) => ({ de, vers, ...(dessous && { dessous }) }));
      const request = { act: CHANGING_REDIRECT, method: 'POST', body: { redirections } } as const;
      const { ajoutees, refusees } = await api.send<Brought>(REDIRECTS, request);
      added += ajoutees;
      for (const { ligne, de, message } of refusees)
        told.push({ line: rows[ligne - 1]?.line ?? ligne, de, why: message });
    }
    await shown(`${counted(added, 'redirection importée', 'redirections importées')}.`);
    onDone({ added, refused: told });
  };
  const gone = taken.filter(({ vers }) => vers === null).length;
  return (
    <Question
      title="Importer des redirections"
      class="wide"
      agree={taken.length === 0 ? 'Importer' : `Importer ${counted(taken.length, 'redirection')}`}
      canAgree={taken.length > 0}
      onClose={onClose}
      work={send}
    >
      {taken.length === 0 && refused.length === 0 && (
        <p>Ce fichier est vide : une ligne a l’ancienne adresse, puis la nouvelle dans la deuxième colonne.</p>
      )}
      {taken.length > 0 && (
        <>
          <p>
            {counted(taken.length, 'ligne sera prise', 'lignes seront prises')}
            {gone > 0 && `, dont ${counted(gone, 'page supprimée', 'pages supprimées')}, sans nouvelle adresse`}. Une
            redirection de la même adresse est remplacée.
          </p>
          <TakenRows rows={taken} />
        </>
      )}
      <RefusedRows rows={refused} />
    </Question>
  );
}

const TakenRows = ({ rows }: { readonly rows: readonly TakenRow[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
  <section class="rows" aria-label="Lignes prises" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Ligne</th>
          <th scope="col">Ancienne adresse</th>
          <th scope="col">Nouvelle adresse</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN).map(({ line, de, vers }) => (
          <tr key={de}>
            <td>{line}</td>
            <td>
              <bdi>{de}</bdi>
            </td>
            <td>{vers === null ? 'Page supprimée (410)' : <bdi>{vers}</bdi>}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <More count={rows.length - SHOWN} />
  </section>
);

const RefusedRows = ({ rows }: { readonly rows: readonly RefusedRow[] }) =>
  rows.length === 0 ? null : (
    <>
      <p>{counted(rows.length, 'ligne est refusée', 'lignes sont refusées')} :</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section class="rows" aria-label="Lignes refusées" tabIndex={0}>
        <ul>
          {rows.slice(0, SHOWN).map(({ line, de, why }) => (
            <li key={`${line} ${de}`}>
              Ligne {line}
              {de !== '' && (
                <>
                  {', '}
                  <bdi>{de}</bdi>
                </>
              )}{' '}
              : {why}
            </li>
          ))}
        </ul>
        <More count={rows.length - SHOWN} />
      </section>
    </>
  );

const More = ({ count }: { readonly count: number }) =>
  count > 0 ? <p class="soft">… et {counted(count, 'autre')}.</p> : null;
