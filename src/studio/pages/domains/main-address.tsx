import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { CHOOSING_ADDRESS } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';

interface MainAddressProps {
  readonly siteId: string;
  /** Null for the host under the domain of the sites. */
  readonly host: string | null;
  /** In letters. */
  readonly name: string;
  /** Id of the heading that has the name. */
  readonly heading: string;
}

/** Makes a name the main address of its site. */
export const MainAddressButton = ({ siteId, host, name, heading }: MainAddressProps) => (
  <AskButton
    act={`principale ${host ?? ''}`}
    aria-describedby={heading}
    question={(close) => (
      <Question
        title="Changer l’adresse principale ?"
        agree="En faire l’adresse principale"
        onClose={close}
        work={async () => {
          const request = { act: CHOOSING_ADDRESS, method: 'PUT', body: { hote: host } } as const;
          await new Api(siteId).send('/api/site/adresse-principale', request);
          await shown(`L’adresse principale est ${isolated(name)}.`);
        }}
      >
        <p>
          Les pages, les moteurs de recherche et les liens partagés montreront <StrongName of={name} />.{' '}
          {host === null
            ? 'Le site répondra de nouveau à toutes ses adresses, sans mener de l’une à l’autre.'
            : 'Qui vient par une autre adresse du site y sera mené aussitôt, à la même page.'}
        </p>
      </Question>
    )}
  >
    En faire l’adresse principale
  </AskButton>
);
