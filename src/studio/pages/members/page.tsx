import { Page, Section } from '../../frame/page.tsx';
import { Name } from '../../parts/name.tsx';
import { HandOverNotice } from './hand-over-notice.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import type { MembersProps } from './props.ts';

/** `/studio/<site>/membres`: who works on a site, and who is invited. */
export const MembersPage = (props: MembersProps) => (
  <Page
    title="Membres"
    beside={
      <p class="soft">
        <Name of={props.site.name} />
      </p>
    }
  >
    <Section title="Qui travaille sur ce site" id="membres">
      <HandOverNotice {...props} />
      <Members {...props} />
    </Section>
    {props.isOwner && (
      <Section title="Invitations" id="invitations">
        <Invitations {...props} />
      </Section>
    )}
  </Page>
);
