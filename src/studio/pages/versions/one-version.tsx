import type { RefObject } from 'preact';
import type { Version } from '../../../contract/versions.ts';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Badge, Badges } from '../../parts/badge.tsx';
import { Time } from '../../parts/time.tsx';
import { Changes } from './changes.tsx';
import type { History } from './history.ts';
import type { VersionsProps } from './props.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { Tree } from './tree.tsx';

interface OneVersionProps extends Pick<VersionsProps, 'words'> {
  readonly history: History;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Those that are listed. */
  readonly versions: readonly Version[];
  readonly number: number;
  /** Name of the theme. */
  readonly name: string;
  readonly mayReturn: boolean;
  /** Whether there are versions that are not listed yet. */
  readonly hasOlder: boolean;
  /** The theme has taken this version's files. @param number of the version that it then has */
  readonly onReturned: (number: number) => void;
}

/** One version: what it changed, what it holds, and the way back to it. */
export function OneVersion({ history, versions, number, hasOlder, name, onReturned, ...props }: OneVersionProps) {
  const version = versions.find(({ numero }) => numero === number);
  const isCurrent = versions[0]?.numero === number;
  return (
    <section class="one-version" aria-labelledby="titre-version">
      <h2 id="titre-version" tabIndex={-1} ref={props.heading}>
        Version {number}
      </h2>
      {version && (
        <p>
          <Time at={version.cree_le} />
          {version.auteur !== null && `, par ${version.auteur}`} : {props.words[version.moyen] ?? version.moyen}.
        </p>
      )}
      {isCurrent && (
        <Badges>
          <Badge isLive>Version actuelle</Badge>
        </Badges>
      )}
      {!isCurrent && props.mayReturn && (
        <p class="acts">
          <AskButton
            kind="primary"
            question={(close) => <ReturnDialog {...{ history, number, name, onReturned }} onClose={close} />}
          >
            Revenir à cette version…
          </AskButton>
        </p>
      )}
      <Changes key={number} {...{ history, versions, number, hasOlder }} />
      <Tree key={`fichiers ${number}`} {...{ history, number }} />
    </section>
  );
}
