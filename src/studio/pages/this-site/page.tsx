import { Page, Section } from '../../frame/page.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { AddressForm } from './address-form.tsx';
import { Deletion } from './deletion.tsx';
import { MainAddressForm } from './main-address-form.tsx';
import { NameForm } from './name-form.tsx';
import type { ThisSiteProps } from './props.ts';
import { Visibility } from './visibility.tsx';

/** `/studio/<site>/ce-site`: what a site is called, where it is, and its end. */
export const ThisSitePage = ({ names, mainAddress, ends }: ThisSiteProps) => (
  <Page title="Ce site" beside={<Name of={names.site.name} />} isNarrow>
    <Section title="Nom" id="nom-du-site">
      {names.refusal !== null && <Notice kind="calm">{names.refusal}</Notice>}
      <NameForm {...names} />
    </Section>
    <Section title="Adresse" id="adresse">
      <AddressForm {...names} />
    </Section>
    {mainAddress && (
      <Section title="Adresse principale" id="adresse-principale">
        <MainAddressForm {...mainAddress} />
      </Section>
    )}
    <Section title="Heure" id="heure">
      <p>
        Le fuseau horaire du site se choisit dans les <a href={`${names.site.path}/reglages`}>Réglages</a>.
      </p>
    </Section>
    <Section title="Hors ligne" id="hors-ligne">
      <Visibility {...ends} />
    </Section>
    <Section title="Archive et suppression" id="suppression">
      <Deletion {...ends} />
    </Section>
  </Page>
);
