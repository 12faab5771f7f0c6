import type { ThemeRole } from '../../contract/shared.ts';

/** Whether visitors see a theme. */
export const RoleBadge = ({ role }: { readonly role: ThemeRole }) => (
  <span class={role === 'publie' ? 'badge live' : 'badge'}>{role === 'publie' ? 'Publié' : 'Brouillon'}</span>
);
