import { Page, Section } from '../../frame/page.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { AddressForm } from './address-form.tsx';
import { Deletion } from './deletion.tsx';
import { NameForm } from './name-form.tsx';
import type { ThisSiteProps } from './props.ts';
import { Visibility } from './visibility.tsx';

/** `/studio/<site>/ce-site`: what a site is called, where it is, and its end. */
export const ThisSitePage = ({ names, ends }: ThisSiteProps) => (
  <Page title="Ce site" beside={<Name of={names.site.name} />} isNarrow>
    <Section title="Nom" id="nom-du-site">
      {names.refusal !== null && <Notice kind="calm">{names.refusal}</Notice>}
      <NameForm {...names} />
    </Section>
    <Section title="Adresse" id="adresse">
      <AddressForm {...names} />
      <p>
        Un nom de domaine à vous, et l’adresse que vos visiteurs voient : sous{' '}
        <a href={`${names.site.path}/domaines`}>Domaines</a>.
      </p>
    </Section>
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
