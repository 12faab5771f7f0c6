import { useRef, useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { MAKING_SITE } from '../../api/refusals.ts';
import { Page, Section } from '../../frame/page.tsx';
import { useActs } from '../../live/use-act.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { List } from '../../parts/list.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { UnconfirmedNotice } from '../../parts/unconfirmed-notice.tsx';
import { counted } from '../../parts/words.ts';
import { ProposalCard } from './proposal-card.tsx';
import type { NewSiteProps, OfferedTrade } from './props.ts';
import { usePause } from './use-pause.ts';
import { usePreviews } from './use-previews.ts';

const api = new Api(null);

/** `/studio/nouveau`: a name, a trade, and one of three themes make a site. */
export const NewSitePage = (props: NewSiteProps) => (
  <Page title="Nouveau site">
    {props.limit === null ? <NewSiteForm {...props} /> : <AtLimit {...props} limit={props.limit} />}
  </Page>
);

const AtLimit = ({ account, limit }: Pick<NewSiteProps, 'account'> & { readonly limit: number }) => (
  <>
    <UnconfirmedNotice {...account} />
    <Notice>
      {account.isConfirmed
        ? `Ce compte a ${counted(limit, 'site')}, autant qu’il peut en avoir.`
        : 'Ce compte a déjà son site : confirmez d’abord votre adresse pour en faire un autre.'}
    </Notice>
    <p>
      <a href="/studio">Voir vos sites</a>
    </p>
  </>
);

function NewSiteForm({ domain, trades, themes }: NewSiteProps) {
  const [typed, setTyped] = useState('');
  const [tradeId, setTradeId] = useState('');
  const fields = useRef<HTMLDivElement>(null);
  const trade = trades.find(({ id }) => id === tradeId) ?? null;
  return (
    <>
      <div class="identity" ref={fields}>
        <Field
          name="nom"
          label="Nom du site"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          required
          maxLength={80}
          autocomplete="organization"
          help={<Address name={typed} domain={domain} />}
        />
        <div class="field">
          <label for="metier">Métier</label>
          <select id="metier" name="metier" value={tradeId} onChange={(event) => setTradeId(event.currentTarget.value)}>
            <option value="">Choisissez un métier</option>
            {trades.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <p class="soft">Le site commence avec des phrases de ce métier, que vous remplacerez.</p>
        </div>
      </div>
      <Section title="Trois thèmes pour commencer" id="themes">
        {trade ? (
          <Proposals
            name={typed}
            trade={trade}
            themes={themes}
            isWhole={() => fields.current?.querySelector('input')?.reportValidity() ?? false}
          />
        ) : (
          <p class="soft">Choisissez un métier : trois thèmes qui lui vont s’affichent ici.</p>
        )}
      </Section>
    </>
  );
}

/** Where the site will be. */
function Address({ name, domain }: { readonly name: string; readonly domain: string }) {
  const written = usePause(name.trim());
  const asked = useLoaded(
    async (signal) =>
      written === ''
        ? null
        : (await api.send<{ slug: string }>('/api/sites/adresse', { query: { nom: written }, signal })).slug,
    [written],
  );
  const slug = asked.state === 'there' ? asked.value : null;
  if (slug === null) return <>Son adresse sera faite de son nom ; les deux se changent plus tard.</>;
  return (
    <>
      Adresse proposée :{' '}
      <strong class="proposed">
        {slug}.{domain}
      </strong>
      . Elle se change plus tard.
    </>
  );
}

interface ProposalsProps extends Pick<NewSiteProps, 'themes'> {
  readonly name: string;
  readonly trade: OfferedTrade;
  /** Whether the form is filled in; it says what is missing. */
  readonly isWhole: () => boolean;
}

function Proposals({ name, trade, themes, isWhole }: ProposalsProps) {
  const acts = useActs();
  const previews = usePreviews(usePause(name.trim()), trade.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = async (origin: string, edition: string) => {
    if (chosen !== null || !isWhole()) return;
    setChosen(origin);
    try {
      const body = { nom: name, metier: trade.id, origine: origin, edition };
      const { id } = await api.send<{ id: string }>('/api/sites', { act: MAKING_SITE, method: 'POST', body });
      location.assign(`/studio/${id}?nouveau`);
    } catch (error) {
      setChosen(null);
      throw error;
    }
  };
  return (
    <>
      {previews.again && (
        <p class="acts">
          <span class="soft">Les aperçus avec ce nom ne sont pas arrivés.</span>{' '}
          <Button onClick={previews.again}>Les demander encore</Button>
        </p>
      )}
      <Refusal {...acts} />
      <List class="proposals" items={trade.proposals} keyOf={({ origin, edition }) => `${origin} ${edition}`}>
        {(proposal) => (
          <ProposalCard
            {...proposal}
            name={themes.find(({ id }) => id === proposal.origin)?.name ?? proposal.origin}
            picture={themes.find(({ id }) => id === proposal.origin)?.picture ?? null}
            shown={previews.pages.get(`${proposal.origin} ${proposal.edition}`) ?? null}
            acts={acts}
            isFree={chosen === null}
            choose={() => choose(proposal.origin, proposal.edition)}
          />
        )}
      </List>
    </>
  );
}
