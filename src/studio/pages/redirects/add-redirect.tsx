import { useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { CHANGING_REDIRECT } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActForm } from '../../parts/act-form.tsx';
import { Field } from '../../parts/field.tsx';
import type { RedirectsProps } from './props.ts';
import { TargetFields, targetOf } from './redirect-fields.tsx';
import { putRedirect, redirectWords } from './redirect-requests.ts';

/** The fields of a new redirect. */
export function AddRedirect({ site, from }: RedirectsProps) {
  const acts = useActs();
  const [de, setDe] = useState(from);
  /** Fields are made anew for the next redirect. */
  const [made, setMade] = useState(0);
  const add = async (form: HTMLFormElement) => {
    const stored = await putRedirect(new Api(site.id), { de, vers: targetOf(new FormData(form)) }, CHANGING_REDIRECT);
    setDe('');
    setMade((before) => before + 1);
    await shown(redirectWords(stored));
    form.querySelector('input')?.focus();
  };
  return (
    <section aria-labelledby="titre-ajout">
      <h2 id="titre-ajout">Rediriger une adresse</h2>
      <ActForm class="add-redirect" agree="Ajouter" acts={acts} work={add}>
        <Field
          name="de"
          label="Ancienne adresse"
          help="Ce qui suit le nom du site, comme /ancienne-page ; vous pouvez coller l’adresse entière."
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={de}
          onInput={({ currentTarget }) => setDe(currentTarget.value)}
        />
        <TargetFields key={made} site={site} id="ajout" target="" />
      </ActForm>
    </section>
  );
}
