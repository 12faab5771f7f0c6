import type { ComponentType } from 'preact';
import { Page } from '../../frame/page.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import type { Opening } from '../../unsaved/guarded/guarded-form.tsx';
import { AccessForm } from './access-form.tsx';
import { ContactFields } from './fields/contact-fields.tsx';
import { GeneralFields } from './fields/general-fields.tsx';
import { NetworksFields } from './fields/networks-fields.tsx';
import { SeoFields } from './fields/seo-fields.tsx';
import type { SettingsProps, SettingsTab } from './props.ts';
import type { SettingsSession } from './session.ts';
import { SettingsForm } from './settings-form.tsx';
import { TABS } from './tabs.ts';

const FIELDS: Readonly<Record<Exclude<SettingsTab, 'acces'>, ComponentType>> = {
  general: GeneralFields,
  contact: ContactFields,
  reseaux: NetworksFields,
  seo: SeoFields,
};

/** `/studio/<site>/reglages/<onglet>`: what an owner says of the house, in one place for all pages. */
export function SettingsPage({
  opening = null,
  ...data
}: SettingsProps & { readonly opening?: Opening<SettingsSession> | null }) {
  const { site, tab, readOnly } = data;
  const Fields = tab === 'acces' ? null : FIELDS[tab];
  return (
    <Page
      title="Réglages"
      beside={
        <p class="soft">
          <Name of={site.name} />
        </p>
      }
      isNarrow
    >
      <ReasonNotice why={readOnly} />
      <div class="settings-tab">
        <nav class="tabs" aria-label="Réglages du site">
          <ul>
            {TABS.map((one) => (
              <li key={one.tab}>
                <a href={`${site.path}/reglages${one.end}`} aria-current={one.tab === tab ? 'page' : undefined}>
                  {one.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <h2 class="unseen">{TABS.find((one) => one.tab === tab)?.label}</h2>
        {Fields ? <SettingsForm {...{ data, opening }} fields={Fields} /> : <AccessForm {...data} />}
      </div>
    </Page>
  );
}
