import { useMemo, useRef, useState } from 'preact/hooks';
import type { VersionList } from '../../../contract/versions.ts';
import { themePaths } from '../../../text/theme-paths.ts';
import { Page } from '../../frame/page.tsx';
import { announce, refresh } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Copies, MadeOf } from './descent.tsx';
import { History } from './history.ts';
import { ListedVersions } from './listed-versions.tsx';
import { OneVersion } from './one-version.tsx';
import type { VersionsProps } from './props.ts';

/** `/studio/<site>/themes/<id>/versions`: the versions of a theme, and what one of them holds. */
export function VersionsPage({ site, theme, readOnly, words, list, thread }: VersionsProps) {
  // The page stays that of one theme.
  const history = useMemo(() => new History(site.id, theme.id, thread), []);
  const paths = themePaths(site.path, theme.id);
  const acts = useActs();
  /** What was asked for after the newest ones. */
  const [older, setOlder] = useState<readonly VersionList[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const versions = [list, ...older].flatMap((part) => part.versions);
  const { suite: next, fait_de: source } = older.at(-1) ?? list;
  const number = chosen ?? versions[0]?.numero;

  const readOlder = async () => {
    const part = await history.list(next);
    // After a return the list has begun anew.
    setOlder((now) => (now === older ? [...older, part] : now));
  };
  const choose = (number: number) => {
    setChosen(number);
    heading.current?.focus();
  };
  const returned = async (from: number, number: number) => {
    await refresh();
    setOlder([]);
    setChosen(null);
    announce(`Le thème a les fichiers de la version ${from} : c’est sa version ${number}.`);
    heading.current?.focus();
  };
  return (
    <Page
      title={
        <>
          Versions de «&nbsp;
          <Name of={theme.name} />
          &nbsp;»
        </>
      }
      beside={
        <nav class="acts" aria-label="Thème">
          <ButtonLink href={paths.personnaliser}>Personnaliser</ButtonLink>
          <ButtonLink href={paths.code}>Modifier le code</ButtonLink>
          <ButtonLink href={site.path}>Thèmes du site</ButtonLink>
        </nav>
      }
    >
      <ReasonNotice why={readOnly} />
      <div class="versions">
        <ListedVersions
          {...{ words, versions }}
          chosen={number}
          onChoose={choose}
          newer={<Copies copies={list.copies ?? []} site={site.path} />}
          older={
            <>
              {next !== undefined && (
                <p>
                  <Button isBusy={acts.isBusy()} onClick={() => void acts.run(readOlder)}>
                    Plus anciennes
                  </Button>
                </p>
              )}
              <Refusal {...acts} />
              {source && <MadeOf source={source} site={site.path} />}
            </>
          }
        />
        {number !== undefined && (
          <OneVersion
            {...{ history, heading, words, versions, number }}
            name={theme.name}
            mayReturn={readOnly === null}
            hasOlder={next !== undefined}
            onReturned={(now) => void returned(number, now)}
          />
        )}
      </div>
    </Page>
  );
}
