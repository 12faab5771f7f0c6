import type { Api } from '../../api/client.ts';
import { UsageList } from '../../library/usage-list.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { counted } from '../../parts/words.ts';
import { type CitedKind, citationsOf } from './text-requests.ts';

interface CitedPlacesProps {
  /** Of the site. */
  readonly api: Api;
  readonly kind: CitedKind;
  readonly id: string;
  /** Address of the site’s page. */
  readonly path: string;
}

/** The places of the site that link to a text whose address is about to change; nothing where there are none, or none could be read. */
export function CitedPlaces({ api, kind, id, path }: CitedPlacesProps) {
  const loaded = useLoaded((leaving) => citationsOf(api, kind, id, leaving), []);
  const places = loaded.state === 'there' ? loaded.value : [];
  return places.length === 0 ? null : (
    <details>
      <summary>{counted(places.length, 'endroit du site y mène', 'endroits du site y mènent')}</summary>
      <UsageList usages={places} path={path} />
    </details>
  );
}
