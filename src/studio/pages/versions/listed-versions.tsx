import type { ComponentChildren } from 'preact';
import type { Version } from '../../../contract/versions.ts';
import { Section } from '../../frame/page.tsx';
import { Time } from '../../parts/time.tsx';
import { counted } from '../../parts/words.ts';
import type { VersionsProps } from './props.ts';

interface ListedVersionsProps extends Pick<VersionsProps, 'words'> {
  readonly versions: readonly Version[];
  readonly chosen: number | undefined;
  readonly onChoose: (number: number) => void;
  /** What stands at both ends of the history. */
  readonly newer: ComponentChildren;
  readonly older: ComponentChildren;
}

/** The versions from the newest on: when, who, by what, which files. */
export const ListedVersions = ({ words, versions, chosen, onChoose, newer, older }: ListedVersionsProps) => (
  <Section title="Toutes les versions" id="liste">
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
            <Time at={version.cree_le} />
            {version.auteur !== null && <span class="soft">par {version.auteur}</span>}
            <span class="soft">{filesOf(version.chemins)}</span>
          </button>
        </li>
      ))}
    </ol>
    {older}
  </Section>
);

/** Files that an item names. */
const NAMED = 2;

function filesOf(paths: readonly string[]): string {
  if (paths.length === 0) return 'aucun fichier';
  return paths.length <= NAMED
    ? paths.join(', ')
    : `${counted(paths.length, 'fichier')} : ${paths.slice(0, NAMED).join(', ')}…`;
}
