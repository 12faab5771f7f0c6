import type { Values } from '../../../../engine/json/values.ts';
import { ACCESS_CODE_LENGTH } from '../../../text/access-code.ts';
import { Api } from '../../api/client.ts';
import { CHANGING_ACCESS } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { AskButton } from '../../parts/act-buttons.tsx';
import { ActForm } from '../../parts/act-form.tsx';
import { Field } from '../../parts/field.tsx';
import { Question } from '../../parts/question.tsx';
import type { SettingsProps } from './props.ts';

const ACCESS = '/api/parametres/acces';

interface Answer {
  readonly site: { readonly id: string };
  readonly valeurs: Values;
  readonly majLe: string | null;
}

/** Asks visitors for another code. What programs keep beside the code stays. @param code null for none */
async function askFor(siteId: string, code: string | null): Promise<void> {
  const api = new Api(siteId);
  const { valeurs, majLe, site } = await api.send<Answer>(ACCESS, { act: CHANGING_ACCESS });
  const { protege: _, ...others } = valeurs;
  const body = { valeurs: { ...others, code }, garde: { site: site.id, majLe } };
  await api.send(ACCESS, { act: CHANGING_ACCESS, method: 'PATCH', body });
}

/** Who may see the site. A code goes from its field to the platform and nowhere else: the browser keeps none, and none is ever shown. */
export function AccessForm({ site, values, readOnly }: SettingsProps) {
  const acts = useActs();
  const isProtected = values.protege === true;
  const state = isProtected
    ? 'Un code est demandé aux visiteurs. Il n’est montré nulle part : s’il est oublié, choisissez-en un autre.'
    : 'Tout le monde voit le site. Avec un code, seuls ceux qui le connaissent le voient.';
  if (readOnly !== null) return <p>{state}</p>;
  const send = async (fields: HTMLFormElement) => {
    await askFor(site.id, String(new FormData(fields).get('code')));
    fields.reset();
    await shown(isProtected ? 'Le code est changé : l’ancien ne marche plus.' : 'Un code est demandé aux visiteurs.');
  };
  return (
    <div class="settings">
      <p>{state}</p>
      <ActForm class="settings" acts={acts} agree={isProtected ? 'Changer le code' : 'Demander ce code'} work={send}>
        <Field
          {...{
            name: 'code',
            label: isProtected ? 'Nouveau code' : 'Code',
            required: true,
            maxLength: ACCESS_CODE_LENGTH,
          }}
          pattern=".*\S.*"
          title="Un code a au moins un signe qui se voit."
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          help="Donnez-le vous-même à ceux qui peuvent voir le site. Les visiteurs le tapent une fois par navigateur."
        />
      </ActForm>
      {isProtected && (
        <p class="acts">
          <AskButton
            act="retirer-le-code"
            question={(close) => (
              <Question
                title="Ne plus demander de code ?"
                agree="Ouvrir le site à tous"
                onClose={close}
                work={async () => {
                  await askFor(site.id, null);
                  await shown('Le site est ouvert à tous.');
                }}
              >
                <p>Tout le monde voit le site dès maintenant.</p>
              </Question>
            )}
          >
            Ne plus demander de code
          </AskButton>
        </p>
      )}
    </div>
  );
}
