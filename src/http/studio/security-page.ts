import type { AccountServices } from '../../accounts/account-services.ts';
import { readSecurity } from '../../accounts/second-factor/security.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import type { StudioPage } from './document.ts';
import type { Visitor } from './visitor.ts';

/** `/studio/securite`. @throws Refusal `indisponible` */
export async function openSecurityPage(
  services: AccountServices | null,
  { account, session }: Visitor,
): Promise<StudioPage> {
  const security = await readSecurity(withCredential(services), account.id, session.secret);
  return { title: 'Sécurité', view: 'security', props: security };
}
