import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { LOOKING_AT_DOMAIN } from '../../api/refusals.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { headingId } from './name-heading.tsx';
import type { DomainsProps, OwnDomain } from './props.ts';
import { Leading } from './records.tsx';
import { domainPath, type Target } from './target.ts';

/** Where a name leads, as the servers of names say. */
interface Told {
  readonly etat: 'ici' | 'en_partie' | 'ailleurs' | 'nulle_part' | 'inconnu';
  /** Addresses that the name has. */
  readonly adresses: readonly string[];
  /** Addresses of this installation. */
  readonly attendues: readonly string[];
}

interface WayProps extends Pick<DomainsProps, 'site' | 'own'> {
  readonly domain: OwnDomain;
  readonly target: Target;
  readonly isAskedAtOnce: boolean;
  /** Buttons beside the one that asks again. */
  readonly children: ComponentChildren;
}

/** Where a name leads, asked for when it is shown or when somebody wants to know, and what to enter where the name does not lead here. */
export function Way({ site, own, domain, target, isAskedAtOnce, children }: WayProps) {
  const { host } = domain;
  const [asked, setAsked] = useState(isAskedAtOnce ? 1 : 0);
  const told = useLoaded(
    async (signal) =>
      asked === 0 ? null : new Api(site.id).send<Told>(domainPath(host, '/etat'), { act: LOOKING_AT_DOMAIN, signal }),
    [site.id, host, asked],
  );
  return (
    <div class="way">
      <Loading of={told} words="On cherche où mène ce nom…">
        {(way) =>
          way && (
            <>
              <p role="status">
                <WayWords {...way} />
              </p>
              {way.etat !== 'ici' && (
                <details>
                  <summary>Ce qu’il faut entrer chez votre bureau d’enregistrement</summary>
                  <Leading {...{ domain, own, target }} />
                </details>
              )}
            </>
          )
        }
      </Loading>
      <p class="acts">
        <Button
          aria-describedby={headingId('domaine', host)}
          isBusy={told.state === 'asked'}
          onClick={() => setAsked((before) => before + 1)}
        >
          Vérifier où il mène
        </Button>{' '}
        {children}
      </p>
    </div>
  );
}

function WayWords({ etat, adresses, attendues }: Told) {
  const elsewhere = adresses.filter((one) => !attendues.includes(one));
  switch (etat) {
    case 'ici':
      return <>Ce nom mène ici.</>;
    case 'en_partie':
      return (
        <>
          Ce nom mène en partie ici, en partie ailleurs : <AddressList of={elsewhere} />. Retirez ces enregistrements,
          sinon une part des visiteurs ne trouve pas le site.
        </>
      );
    case 'ailleurs':
      return (
        <>
          Ce nom mène ailleurs : <AddressList of={elsewhere} />.
        </>
      );
    case 'nulle_part':
      return (
        <>Ce nom ne mène nulle part encore. Un changement se voit en quelques minutes, parfois en quelques heures.</>
      );
    default:
      return <>Les serveurs de noms ne le disent pas pour le moment.</>;
  }
}

const AddressList = ({ of }: { readonly of: readonly string[] }) => <bdi>{of.join(', ')}</bdi>;
