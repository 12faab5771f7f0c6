import { useState } from 'preact/hooks';
import { MomentField } from '../../parts/moment-field.tsx';
import type { Moment } from '../../parts/typed-moment.ts';
import { carryOut, type Desk } from '../saving.ts';
import { isShownLater, momentIn } from '../state-words.ts';

const MINUTE_MS = 60_000;
const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / MINUTE_MS);

/** The date of a published article, which changes at once, by a button of its own: what is written stays as it is. */
export function DateField({ desk }: { readonly desk: Desk }) {
  const { publishedFrom, isPublished } = desk.session.store.state;
  if (desk.session.isPage || !isPublished || publishedFrom === null) return null;
  // Another date, from here or from elsewhere, begins the fields anew.
  return <OneDate key={publishedFrom} {...{ desk, publishedFrom }} />;
}

function OneDate({ desk, publishedFrom }: { readonly desk: Desk; readonly publishedFrom: string }) {
  const { session, data } = desk;
  const [moment, setMoment] = useState<Moment | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isLater = isShownLater(session.store.state);
  if (data.lectureSeule !== null) {
    return (
      <p class="about">{`${isLater ? 'Publication prévue' : 'Publié'} le ${momentIn(publishedFrom, data.zone)}.`}</p>
    );
  }
  const chosen =
    moment?.kind === 'chosen' && minuteOf(moment.instant) !== minuteOf(publishedFrom) ? moment.instant : null;
  const change = async () => {
    if (chosen === null || isBusy) return;
    setBusy(true);
    await carryOut(desk, { kind: 'date', at: chosen });
    setBusy(false);
  };
  return (
    <form
      class="date-field"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <MomentField
        name="parution"
        label={isLater ? 'Publication prévue' : 'Date de publication'}
        zone={data.zone}
        initial={publishedFrom}
        isRequired
        onMoment={setMoment}
      />
      {chosen !== null && <p class="about">{effectOf(chosen, isLater)}</p>}
      {moment !== null && (
        <button type="submit" disabled={chosen === null}>
          Changer la date
        </button>
      )}
    </form>
  );
}

/** What becomes of the article with another date. */
function effectOf(instant: string, isLater: boolean): string {
  const isToCome = Date.parse(instant) > Date.now();
  if (isToCome && !isLater) return 'Ce moment est à venir : jusque-là, les visiteurs ne verront plus cet article.';
  if (!isToCome && isLater) return 'Ce moment est passé : les visiteurs verront cet article aussitôt.';
  return isToCome ? 'Les visiteurs verront cet article à partir de ce moment.' : 'La date change aussitôt sur le site.';
}
