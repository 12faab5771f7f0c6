import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { ADDING_DOMAIN } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActForm } from '../../parts/act-form.tsx';
import { Field } from '../../parts/field.tsx';
import { DOMAINS } from './target.ts';

/** The way to another name. */
export function AddDomain({ siteId }: { readonly siteId: string }) {
  const acts = useActs();
  const add = async (form: HTMLFormElement) => {
    const hote = String(new FormData(form).get('hote')).trim();
    const request = { act: ADDING_DOMAIN, method: 'POST', body: { hote } } as const;
    const { nom } = await new Api(siteId).send<{ nom: string }>(DOMAINS, request);
    form.reset();
    await shown(`${isolated(nom)} est à prouver : la page dit ce qu’il faut entrer, et où.`);
  };
  return (
    <>
      <p class="reading">
        Un nom de domaine s’achète chez un bureau d’enregistrement, comme OVH, Gandi ou IONOS. S’il est à vous, ce site
        peut y répondre : vous le prouvez par un enregistrement que vous seul pouvez y mettre, puis vous y faites mener
        le nom ici.
      </p>
      <ActForm class="adding" acts={acts} agree="Ajouter ce nom" work={add}>
        <Field
          name="hote"
          label="Nom de domaine"
          required
          maxLength={253}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          help="Avec www et sans, ce sont deux noms, par exemple www.chez-lea.fr et chez-lea.fr. Ajoutez les deux, puis choisissez celui que vos visiteurs verront : l’autre y mènera."
        />
      </ActForm>
    </>
  );
}
