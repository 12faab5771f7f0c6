import type { MemberRole } from '../../../storage/accounts.ts';
import { ROLE_SENTENCES, ROLE_WORDS } from '../../../text/roles.ts';
import { Option, Options } from '../../parts/field.tsx';

const ROLES: readonly MemberRole[] = ['proprietaire', 'editeur', 'lecteur'];

/** The roles to choose from, with what each may do. */
export const RoleOptions = ({ present }: { readonly present: MemberRole }) => (
  <Options legend="Rôle">
    {ROLES.map((role) => (
      <Option key={role} type="radio" name="role" value={role} defaultChecked={role === present}>
        {ROLE_WORDS[role]} : {ROLE_SENTENCES[role]}
      </Option>
    ))}
  </Options>
);
