import { Api } from '../../api/client.ts';
import { NAMING_SITE } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActForm } from '../../parts/act-form.tsx';
import { Field } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import type { NamesProps } from './props.ts';

/** The name of the site, and the way to another one. */
export function NameForm({ site, refusal }: NamesProps) {
  const acts = useActs();
  if (refusal !== null) {
    return (
      <p>
        Ce site s’appelle <Name of={site.name} />.
      </p>
    );
  }
  const rename = async (form: HTMLFormElement) => {
    const nom = new FormData(form).get('nom');
    await new Api(site.id).send('/api/site', { act: NAMING_SITE, method: 'PATCH', body: { nom } });
    await shown('Le site est renommé.');
  };
  return (
    <ActForm class="naming" acts={acts} agree="Renommer le site" work={rename}>
      <Field name="nom" label="Nom du site" defaultValue={site.name} required maxLength={80} autocomplete="off" />
    </ActForm>
  );
}
