import type { ThemeRole } from '../../contract/shared.ts';
import { Badge } from '../parts/badge.tsx';

/** Whether visitors see a theme. */
export const RoleBadge = ({ role }: { readonly role: ThemeRole }) => (
  <Badge isLive={role === 'publie'}>{role === 'publie' ? 'Publié' : 'Brouillon'}</Badge>
);
