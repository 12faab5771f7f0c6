import type { Api } from '../../api/client.ts';
import { useActs } from '../../live/use-act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { SafeLink } from '../../parts/safe-link.tsx';
import { listOf } from '../copies.ts';
import type { WritingProps } from '../props.ts';
import { recover } from '../recovery.ts';

/** Stands in place of a text that was deleted; what this browser has kept unsaved of the text comes back with it. */
export function Gone({ data, api }: { readonly data: WritingProps; readonly api: Api }) {
  const acts = useActs();
  const isPage = data.genre === 'page';
  const bringBack = async () => {
    await recover(api, data.id);
    location.reload();
  };
  return (
    <div class="gone">
      <h1>{isPage ? 'Cette page est supprimée' : 'Cet article est supprimé'}</h1>
      <p>
        Pendant 30 jours, {isPage ? 'elle' : 'il'} peut être récupéré{isPage && 'e'}, sans être publié{isPage && 'e'}.
        Ce que ce navigateur garde de non enregistré revient avec.
      </p>
      <Refusal {...acts} />
      <p class="acts">
        {data.lectureSeule === null && (
          <Button kind="primary" isBusy={acts.isBusy()} onClick={() => void acts.run(bringBack)}>
            Récupérer
          </Button>
        )}
        <SafeLink href={listOf(data)}>Contenu du site</SafeLink>
      </p>
    </div>
  );
}
