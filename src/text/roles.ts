/** The roles of members in words. */

type Role = 'proprietaire' | 'editeur' | 'lecteur';

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  proprietaire: 'Propriétaire',
  editeur: 'Éditeur',
  lecteur: 'Lecteur',
};

/** Whether this release knows the role: another one may write others. */
export const isRole = (role: string): role is Role => Object.hasOwn(ROLE_WORDS, role);

/** The word for a role; a role that this release does not know is its own word. */
export const roleWord = (role: string): string => (isRole(role) ? ROLE_WORDS[role] : role);

/** What a member with each role may do, to follow its name. */
export const ROLE_SENTENCES: Readonly<Record<Role, string>> = {
  proprietaire: 'fait tout ce que le site permet, invite et retire des membres, peut supprimer le site.',
  editeur: 'change les textes, les images et les thèmes, et publie.',
  lecteur: 'voit tout dans le studio, sauf les demandes des visiteurs, et ne change rien.',
};
