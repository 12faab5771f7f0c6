import { useEffect, useRef, useState } from 'preact/hooks';
import type { Copy, Source, Version } from '../../../contract/versions.ts';
import { shownName } from '../../../text/names.ts';
import { announce } from '../../pages/announce.ts';
import { Copies, MadeOf } from './descent.tsx';
import { Failure } from './failure.tsx';
import { OneVersion } from './one-version.tsx';
import type { VersionsPageProps } from './props.ts';
import { VersionList } from './version-list.tsx';

/** The loaded part of the list, from the newest version on. */
interface Known {
  readonly versions: readonly Version[];
  /** Number before which older versions begin; undefined where there are none. */
  readonly next: number | undefined;
  readonly copies: readonly Copy[];
  readonly source: Source | null;
}

/** The versions of a theme, and what one of them holds. */
export function VersionsPage({ data, history, comparing }: VersionsPageProps) {
  const [known, setKnown] = useState<Known | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  /** @param before reads older versions than this; without it the list begins anew */
  const read = async (before?: number) => {
    setAsking(true);
    setFailure(null);
    try {
      const { versions, suite, copies, fait_de: source = null } = await history.list(before);
      const sooner = before === undefined ? null : known;
      setKnown({
        ...{ versions: [...(sooner?.versions ?? []), ...versions], next: suite },
        ...{ copies: sooner?.copies ?? copies ?? [], source },
      });
      if (before === undefined) setChosen(versions[0]?.numero ?? null);
    } catch (error) {
      setFailure(error);
    }
    setAsking(false);
  };
  useEffect(() => void read(), []);

  const choose = (number: number) => {
    setChosen(number);
    heading.current?.focus();
  };
  const returned = async (from: number, number: number) => {
    await read();
    announce(`Le thème a les fichiers de la version ${from} : c’est sa version ${number}.`);
    heading.current?.focus();
  };
  const { adresses, theme } = data;
  return (
    <>
      <header class="head">
        <h1>
          Versions de « <bdi>{shownName(theme.nom)}</bdi> »
        </h1>
        <nav class="acts" aria-label="Thème">
          <a class="button" href={adresses.personnaliser}>
            Personnaliser
          </a>
          <a class="button" href={adresses.code}>
            Modifier le code
          </a>
          <a class="button" href={adresses.site}>
            Thèmes du site
          </a>
        </nav>
      </header>
      {data.lectureSeule && <p class={data.site.role === 'lecteur' ? 'notice calm' : 'notice'}>{data.lectureSeule}</p>}
      {failure !== null && <Failure error={failure} again={() => void read(known?.next)} />}
      {known === null ? (
        failure === null && (
          <p class="soft" role="status">
            Les versions s’ouvrent…
          </p>
        )
      ) : (
        <div class="versions">
          <VersionList
            words={data.moyens}
            versions={known.versions}
            chosen={chosen}
            onChoose={choose}
            newer={<Copies copies={known.copies} site={adresses.site} />}
            older={<MadeOf source={known.source} site={adresses.site} />}
            onOlder={known.next === undefined || isAsking ? null : () => void read(known.next)}
          />
          {chosen !== null && (
            <OneVersion
              {...{ data, history, comparing, heading }}
              versions={known.versions}
              number={chosen}
              hasOlder={known.next !== undefined}
              onReturned={(number) => void returned(chosen, number)}
            />
          )}
        </div>
      )}
    </>
  );
}
