import type { ComponentChildren } from 'preact';
import type { Version } from '../../../contract/versions.ts';
import { localTime } from '../../pages/times.ts';
import { countedFiles } from '../changes.ts';

interface VersionListProps {
  readonly words: Readonly<Record<string, string>>;
  readonly versions: readonly Version[];
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
  /** The themes at both ends of the history: copies of this theme, and the theme that it was made of. */
  readonly newer: ComponentChildren;
  readonly older: ComponentChildren;
  /** Null where there are no older versions, or they are being loaded. */
  readonly onOlder: (() => void) | null;
}

/** The versions from the newest on: when, who, by what, which files. */
export function VersionList({ words, versions, chosen, onChoose, newer, older, onOlder }: VersionListProps) {
  return (
    <section aria-labelledby="titre-liste">
      <h2 id="titre-liste">Toutes les versions</h2>
      {newer}
      <ol class="version-list">
        {versions.map((version) => (
          <li key={version.numero}>
            <button
              type="button"
              aria-current={version.numero === chosen ? 'true' : undefined}
              onClick={() => onChoose(version.numero)}
            >
              <span>
                <strong>Version {version.numero}</strong>, {words[version.moyen] ?? version.moyen}
              </span>
              <time dateTime={version.cree_le}>{localTime(version.cree_le)}</time>
              {version.auteur !== null && <span class="soft">par {version.auteur}</span>}
              <span class="soft">{filesOf(version.chemins)}</span>
            </button>
          </li>
        ))}
      </ol>
      {onOlder && (
        <p>
          <button type="button" onClick={onOlder}>
            Plus anciennes
          </button>
        </p>
      )}
      {older}
    </section>
  );
}

/** Files that an item names. */
const NAMED = 2;

function filesOf(paths: readonly string[]): string {
  if (paths.length === 0) return 'aucun fichier';
  return paths.length <= NAMED
    ? paths.join(', ')
    : `${countedFiles(paths.length)} : ${paths.slice(0, NAMED).join(', ')}…`;
}
