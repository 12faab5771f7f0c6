import { useMemo, useState } from 'preact/hooks';
import type { TextVersion } from '../../../contract/writing.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Name } from '../../parts/name.tsx';
import { Why } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import { compareBlocks } from '../compare-blocks.ts';
import { kindOf } from '../copies.ts';
import type { Desk } from '../saving.ts';
import { FIELDS, type TextField, type TextValues } from '../store/fields.ts';
import { FIELD_WORDS } from './conflict-dialog.tsx';
import { Difference } from './difference.tsx';

const MEANS: Readonly<Record<TextVersion['moyen'], string>> = {
  origine: 'avant la première modification gardée',
  enregistrement: 'enregistrement',
  publication: 'publication',
  programmation: 'changement prévu',
};

interface VersionsProps {
  readonly desk: Desk;
  readonly onClose: () => void;
}

/** What the text was: compared with what it is now, and the way back. */
export function Versions({ desk, onClose }: VersionsProps) {
  const { data, api } = desk;
  const [chosen, setChosen] = useState<number | null>(null);
  const path = `/api/${kindOf(data)}`;
  const loaded = useLoaded(
    async (signal) =>
      (await api.send<{ versions: readonly TextVersion[] }>(path, { query: { id: data.id, versions: '' }, signal }))
        .versions,
    [],
  );
  return (
    <Dialog title="Versions" class="versions wide" onClose={onClose}>
      {loaded.state === 'asked' && <p class="soft">Les versions arrivent…</p>}
      {loaded.state === 'failed' && (
        <div class="refusal" role="alert">
          <Why {...loaded.failure} again={loaded.again} />
        </div>
      )}
      {loaded.state === 'there' && loaded.value.length === 0 && <p>Il n’y a pas encore de version.</p>}
      {loaded.state === 'there' && loaded.value.length > 0 && (
        <ol class="version-list" aria-label="Versions de ce texte">
          {loaded.value.map(({ numero, cree_le, auteur, moyen, titre }) => (
            <li key={numero}>
              <button
                type="button"
                aria-expanded={numero === chosen}
                onClick={() => setChosen(numero === chosen ? null : numero)}
              >
                <Time at={cree_le} /> · {MEANS[moyen] ?? moyen}
                <span class="soft">
                  <Name of={titre} />
                  {auteur !== null && ' · '}
                  {auteur !== null && <Name of={auteur} />}
                </span>
              </button>
              {numero === chosen && <OneVersion {...{ desk, numero, onClose }} />}
            </li>
          ))}
        </ol>
      )}
      <p class="acts">
        <Button onClick={onClose}>Fermer</Button>
      </p>
    </Dialog>
  );
}

interface OneVersionProps extends VersionsProps {
  readonly numero: number;
}

function OneVersion({ desk, numero, onClose }: OneVersionProps) {
  const { session, data, api } = desk;
  const fields = FIELDS[kindOf(data)];
  const loaded = useLoaded(
    async (signal) => {
      session.work.collect();
      const query = { id: data.id, version: String(numero) };
      const { version } = await api.send<{ version: { readonly valeurs: Readonly<Record<string, unknown>> } }>(
        `/api/${kindOf(data)}`,
        { query, signal },
      );
      return valuesIn(version.valeurs, fields);
    },
    [numero],
  );
  if (loaded.state === 'asked') return <p class="soft">La version arrive…</p>;
  if (loaded.state === 'failed') {
    return (
      <div class="refusal" role="alert">
        <Why {...loaded.failure} again={loaded.again} />
      </div>
    );
  }
  const values = loaded.value;
  const changed = fields.filter((field) => values[field] !== undefined && values[field] !== session.textOf(field));
  const goBack = () => {
    const before = session.put(Object.fromEntries(changed.map((field) => [field, values[field] ?? ''])));
    session.notices.show('acte', 'info', 'Le texte est revenu à cette version. Rien n’est encore enregistré.', {
      actions: [{ label: 'Annuler ce retour', run: () => session.takeBack(before) }],
    });
    onClose();
  };
  return (
    <div class="version">
      {changed.length === 0 && <p>Le texte est comme cette version.</p>}
      {changed.map((field) => (
        <Changed key={field} {...{ desk, field }} before={values[field] ?? ''} />
      ))}
      {changed.length > 0 && data.lectureSeule === null && (
        <Button kind="primary" onClick={goBack}>
          Revenir à cette version
        </Button>
      )}
    </div>
  );
}

/** Values of the fields that a version has. @param values as the platform gives them */
const valuesIn = (values: Readonly<Record<string, unknown>>, fields: readonly TextField[]): TextValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );

interface ChangedProps {
  readonly desk: Desk;
  readonly field: TextField;
  readonly before: string;
}

/** What differs in a field, from the version to the text as it is now. */
function Changed({ desk: { session, data }, field, before }: ChangedProps) {
  const after = session.textOf(field);
  const rows = useMemo(() => (field === 'contenu' ? compareBlocks(before, after) : null), [field, before, after]);
  const shown = (value: string) =>
    field === 'blog_id' ? (data.blogs.find(({ id }) => id === value)?.titre ?? 'Un autre blog') : value || '(vide)';
  return (
    <section class="changed">
      <h3>{FIELD_WORDS[field]}</h3>
      {rows ? (
        <Difference rows={rows} />
      ) : (
        <p>
          <del>{shown(before)}</del> <ins>{shown(after)}</ins>
        </p>
      )}
    </section>
  );
}
