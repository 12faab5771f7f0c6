import { DAYS, hoursWords, readSpans } from '../../../../text/site-facts/hours.ts';
import { Button } from '../../../parts/button.tsx';
import { dayPath, otherDays, spansIn } from '../typed-hours.ts';
import { useForm } from './session-context.ts';
import { SpansFields } from './spans-fields.tsx';

type Day = (typeof DAYS)[number];

/** Opening hours of the week. */
export const HoursFields = () => (
  <fieldset class="group">
    <legend>Horaires d’ouverture</legend>
    <p class="soft">
      Une heure de fermeture avant celle d’ouverture est celle du lendemain. Un jour laissé vide n’est pas montré.
    </p>
    {DAYS.map((day) => (
      <DayFields key={day.id} day={day} />
    ))}
  </fieldset>
);

function DayFields({ day: { id, name } }: { readonly day: Day }) {
  const { session, valueAt } = useForm();
  const path = dayPath(id);
  const value = valueAt(path);
  const isSaid = Array.isArray(value);
  const spans = spansIn(value);
  const isClosed = isSaid && spans.length === 0;
  const of = name.toLowerCase();
  const problem = session?.problemOf(path);
  const copy = () => {
    if (!session) return;
    const takeBack = session.changeAll(new Map(otherDays(id).map((other) => [dayPath(other), value])));
    session.notices.show('copie', 'info', `Les horaires du ${of} sont copiés aux six autres jours.`, {
      actions: [
        {
          label: 'Annuler la copie',
          run: () => {
            takeBack();
            session.notices.hide('copie');
          },
        },
      ],
    });
  };
  return (
    <fieldset class="day" id={`jour-${id}`}>
      <legend>{name}</legend>
      <label class="closed">
        <input
          type="checkbox"
          id={`ferme-${id}`}
          checked={isClosed}
          onChange={({ currentTarget }) => session?.change(path, currentTarget.checked ? [] : undefined)}
        />
        <span>
          Fermé<span class="unseen"> le {of}</span>
        </span>
      </label>
      {!isClosed && (
        <SpansFields
          {...{ id: path, of, spans, problem }}
          onChange={(now) => session?.change(path, now.length === 0 ? undefined : now)}
          onLeave={() => session?.leave(path)}
        />
      )}
      {isSaid && (
        <p class="day-end">
          {problem === undefined && spans.length > 0 && <span class="soft">{hoursWords(readSpans(value))}</span>}
          <Button kind="quiet" onClick={copy}>
            Copier aux autres jours<span class="unseen"> les horaires du {of}</span>
          </Button>
        </p>
      )}
    </fieldset>
  );
}
