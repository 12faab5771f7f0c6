import { Page, Section } from '../../frame/page.tsx';
import { SiteState } from '../../parts/badge.tsx';
import { EmptyState } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice, ReasonNotice } from '../../parts/notice.tsx';
import { SafeLink } from '../../parts/safe-link.tsx';
import { SiteAddresses } from '../../parts/site-addresses.tsx';
import { Additions } from './additions.tsx';
import type { SiteProps } from './props.ts';
import { ThemeCard } from './theme-card.tsx';

/** `/studio/<site>`: its themes, and the catalog to install from. */
export const SitePage = (page: SiteProps) => (
  <Page
    title={<Name of={page.site.name} />}
    beside={
      <>
        <SiteAddresses {...page.site} />
        <SiteState {...page.site} />
      </>
    }
  >
    {page.isNew && <MadeNotice {...page} />}
    <ReasonNotice why={page.readOnly} />
    <div id="themes">
      <Section title="Thème publié" id="publie">
        {page.published ? (
          <ThemeCard key={page.published.id} theme={page.published} page={page} />
        ) : (
          <EmptyState title="Aucun thème publié : les visiteurs de ce site lisent qu’il arrive bientôt.">
            <p class="soft">
              {page.drafts.length > 0
                ? 'Publiez l’un des brouillons ci-dessous.'
                : 'Installez un thème du catalogue, puis publiez-le.'}
            </p>
          </EmptyState>
        )}
      </Section>
      {page.drafts.length > 0 && (
        <Section title={page.drafts.length > 1 ? 'Brouillons' : 'Brouillon'} id="brouillons">
          <div class="drafts">
            {page.drafts.map((draft) => (
              <ThemeCard key={draft.id} theme={draft} page={page} />
            ))}
          </div>
        </Section>
      )}
    </div>
    <Section title="Ajouter un thème" id="ajouter">
      <Additions {...page} />
    </Section>
  </Page>
);

/** Says that a site which has just been made answers, and what its owner may do next. */
function MadeNotice({ site: { addresses }, published }: SiteProps) {
  const [address = ''] = addresses;
  return (
    <Notice kind="calm">
      Votre site est en ligne : <SafeLink href={`${address}/`}>{address.replace(/^https?:\/\//, '')}</SafeLink>.
      {published && ' Remplacez ses textes par les vôtres dans « Personnaliser ».'}
    </Notice>
  );
}
