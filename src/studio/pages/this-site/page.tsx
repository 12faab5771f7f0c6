import { Page, Section } from '../../frame/page.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { AddressForm } from './address-form.tsx';
import { NameForm } from './name-form.tsx';
import type { ThisSiteProps } from './props.ts';

/** `/studio/<site>/ce-site`: what a site is called, where it is, and its end. */
export const ThisSitePage = ({ names }: ThisSiteProps) => (
  <Page title="Ce site" beside={<Name of={names.site.name} />} isNarrow>
    <Section title="Nom" id="nom-du-site">
      {names.refusal !== null && <Notice kind="calm">{names.refusal}</Notice>}
      <NameForm {...names} />
    </Section>
    <Section title="Adresse" id="adresse">
      <AddressForm {...names} />
    </Section>
  </Page>
);
