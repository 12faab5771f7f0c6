import { useMemo } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { Page } from '../../frame/page.tsx';
import { Library, queryFields } from '../../library/library.ts';
import { LibraryView } from '../../library/library-view.tsx';
import type { LibraryQuery } from '../../library/props.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import type { MediasProps } from './props.ts';

/** `/studio/<site>/medias`: the library of a site. */
export function MediasPage({ site, readOnly, query, list, newest }: MediasProps) {
  // From then on the library is asked by the page itself.
  const library = useMemo(() => new Library(new Api(site.id), site, list, query), []);
  const addressOf = (wanted: LibraryQuery, after: string | null) => {
    const fields = new URLSearchParams(queryFields(wanted, after)).toString();
    return `${site.path}/medias${fields && `?${fields}`}`;
  };
  return (
    <Page title="Médias" beside={<p class="soft">Les photos et les documents de ce site.</p>}>
      <ReasonNotice why={readOnly} />
      <LibraryView
        library={library}
        isReadOnly={readOnly !== null}
        addressOf={addressOf}
        // The list is there again when the page is reloaded.
        onShown={(wanted) => history.replaceState(null, '', addressOf(wanted, null))}
      />
      {newest !== null && (
        <p class="acts">
          <ButtonLink href={newest}>Derniers fichiers</ButtonLink>
        </p>
      )}
    </Page>
  );
}
