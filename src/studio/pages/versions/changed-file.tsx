import { useState } from 'preact/hooks';
import type { Difference, Row } from '../../difference/messages.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { CHANGE_WORDS, type Change } from './changes.ts';
import { FileButton } from './file-button.tsx';
import type { History } from './history.ts';

interface ChangedFileProps {
  readonly history: History;
  readonly change: Change;
  readonly from: number;
  readonly to: number;
  /** Whether its difference is shown from the start. */
  readonly isOpen: boolean;
}

/** A file that differs: its difference is asked for when it is opened. */
export function ChangedFile(props: ChangedFileProps) {
  const { change, isOpen: isOpenFirst } = props;
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <details class="changed" open={isOpenFirst} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{change.path}</code> <Badge>{CHANGE_WORDS[change.kind]}</Badge>
      </summary>
      {isOpen && <FileDifference {...props} />}
    </details>
  );
}

function FileDifference({ history, change, from, to }: ChangedFileProps) {
  const { path, kind } = change;
  const loaded = useLoaded(() => history.difference(change, from, to), [from, to, path]);
  const whole = (version: number) => (
    <FileButton {...{ history, version, path }}>Le fichier à la version {version}</FileButton>
  );
  return (
    <Loading of={loaded} words="Comparaison…">
      {(difference) => (
        <>
          <p class="acts">
            {kind !== 'added' && whole(from)}
            {kind !== 'removed' && whole(to)}
          </p>
          <DifferenceTable path={path} difference={difference} />
        </>
      )}
    </Loading>
  );
}

/** Rows that are shown at first, and how many more each time. */
const SHOWN = 400;
const MORE = 2_000;

const SIGNS: Readonly<Record<Row['kind'], string>> = { same: '', removed: '−', added: '+', gap: '', note: '' };
/** Signs are not read aloud reliably. */
const SPOKEN: Readonly<Partial<Record<Row['kind'], string>>> = { removed: 'retiré : ', added: 'ajouté : ' };

function DifferenceTable({ path, difference }: { readonly path: string; readonly difference: Difference }) {
  const [shown, setShown] = useState(SHOWN);
  const { rows, left, isRough } = difference;
  if (rows.length === 0) return <p class="soft">Rien ne diffère d’une ligne à l’autre.</p>;
  return (
    <>
      {isRough && <Notice>Trop de lignes diffèrent pour être rapprochées une à une.</Notice>}
      <table class="difference-lines">
        <caption class="unseen">Ce qui diffère dans {path}</caption>
        <colgroup>
          <col class="line-number" />
          <col class="line-number" />
          <col />
        </colgroup>
        <thead class="unseen">
          <tr>
            <th scope="col">Ligne avant</th>
            <th scope="col">Ligne après</th>
            <th scope="col">Texte</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ kind, before, after, text }, index) => (
            <tr key={index} class={kind}>
              <td class="line-number">{before}</td>
              <td class="line-number">{after}</td>
              <td>
                <span class="sign" aria-hidden="true">
                  {SIGNS[kind]}
                </span>
                {SPOKEN[kind] && <span class="unseen">{SPOKEN[kind]}</span>}
                {text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + MORE)}>Montrer la suite ({rows.length - shown} lignes)</Button>
        </p>
      )}
      {left > 0 && rows.length <= shown && <p class="soft">{left} lignes de plus ne sont pas montrées.</p>}
    </>
  );
}
