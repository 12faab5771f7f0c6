import { StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { counted } from '../../parts/words.ts';
import { actOn } from './acts.ts';
import type { RequestsProps, SentRequest } from './props.ts';

interface DeleteRequestsProps {
  readonly site: RequestsProps['site'];
  readonly requests: readonly SentRequest[];
  readonly onClose: () => void;
}

/** Asks before requests go for good. */
export const DeleteRequests = ({ site, requests, onClose }: DeleteRequestsProps) => (
  <Question
    title={requests.length > 1 ? `Supprimer ${counted(requests.length, 'demande')} ?` : 'Supprimer cette demande ?'}
    agree="Supprimer"
    kind="danger"
    onClose={onClose}
    work={() =>
      actOn(
        site.id,
        requests.map(({ id }) => id),
        'supprimer',
      )
    }
  >
    <p>
      Ce que <StrongName of={site.name} /> a reçu sera supprimé. Il n’y a pas de corbeille.
    </p>
  </Question>
);
