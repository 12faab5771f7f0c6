import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Version } from '../../../contract/versions.ts';
import { localTime } from '../../pages/times.ts';
import { Changes } from './changes.tsx';
import { FileDialog } from './file-dialog.tsx';
import type { VersionsPageProps } from './props.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { Tree } from './tree.tsx';

interface OneVersionProps extends VersionsPageProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Those that are listed. */
  readonly versions: readonly Version[];
  readonly number: number;
  /** Whether there are versions that are not listed yet. */
  readonly hasOlder: boolean;
  /** The theme has taken this version's files. @param number of the version that it then has */
  readonly onReturned: (number: number) => void;
}

export interface Opened {
  readonly version: number;
  readonly path: string;
}

/** One version: what it changed, what it holds, and the way back to it. */
export function OneVersion(props: OneVersionProps) {
  const { data, history, comparing, versions, number, hasOlder } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isReturning, setReturning] = useState(false);
  const version = versions.find(({ numero }) => numero === number);
  const isCurrent = versions[0]?.numero === number;
  return (
    <section class="one-version" aria-labelledby="titre-version">
      <h2 id="titre-version" tabIndex={-1} ref={props.heading}>
        Version {number}
      </h2>
      {version && (
        <p>
          <time dateTime={version.cree_le}>{localTime(version.cree_le)}</time>
          {version.auteur !== null && `, par ${version.auteur}`} : {data.moyens[version.moyen] ?? version.moyen}.
        </p>
      )}
      {isCurrent && (
        <p class="badges">
          <span class="badge live">Version actuelle</span>
        </p>
      )}
      {!isCurrent && data.lectureSeule === null && (
        <p class="acts">
          <button type="button" class="primary" onClick={() => setReturning(true)}>
            Revenir à cette version…
          </button>
        </p>
      )}
      <Changes
        key={number}
        {...{ history, comparing, versions, number, hasOlder }}
        onOpen={(version, path) => setOpened({ version, path })}
      />
      <Tree
        key={`fichiers ${number}`}
        {...{ history, number }}
        onOpen={(path) => setOpened({ version: number, path })}
      />
      {opened && <FileDialog history={history} {...opened} onClose={() => setOpened(null)} />}
      {isReturning && (
        <ReturnDialog
          {...{ history, number }}
          name={data.theme.nom}
          onReturned={props.onReturned}
          onClose={() => setReturning(false)}
        />
      )}
    </section>
  );
}
