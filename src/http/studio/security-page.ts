import type { AccountServices } from '../../accounts/account-services.ts';
import { readSecurity } from '../../accounts/second-factor/security.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import type { StudioPage } from './document.ts';
import type { Visitor } from './visitor.ts';

/** `/studio/securite`. @param session secret of the session that looks @throws Refusal `indisponible` */
export async function openSecurityPage(
  services: AccountServices | null,
  { account }: Visitor,
  session: string,
): Promise<StudioPage> {
  const security = await readSecurity(withCredential(services), account.id, session);
  return { title: 'Sécurité', view: 'security', props: { ...security, email: account.email } };
}
