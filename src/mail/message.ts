/** What mail can say. A message is stored with the act that it is about, and put into words when it is sent (docs/accounts.md). */

import type { Backing } from '../storage/backing.ts';

/** A message to an account, or to whoever reads an address. */
export type Message =
  /** After a sign-up: a link that confirms the address, or that somebody wanted an account where this address has one. Which, is decided when it is sent. */
  | { readonly kind: 'inscription'; readonly to: string; readonly accountId: string }
  /** A password is forgotten: a link where an account has this address, else nothing is sent. Which, is decided when it is sent. */
  | { readonly kind: 'oubli'; readonly to: string }
  /** A link that confirms the next address of an account. */
  | {
      readonly kind: 'adresse';
      readonly to: string;
      readonly accountId: string;
      /** What the change rests on. */
      readonly data: { readonly appui: Backing };
    }
  /** A code that one session of the account has asked for. `lien`: fingerprint of the session. */
  | {
      readonly kind: 'code';
      readonly to: string;
      readonly accountId: string;
      readonly data: { readonly lien: string };
    }
  /** To the former address: a link that undoes the change. */
  | {
      readonly kind: 'adresse_changee';
      readonly to: string;
      readonly accountId: string;
      readonly data: { readonly nouvelle: string };
    }
  | { readonly kind: 'mot_de_passe_change'; readonly to: string; readonly accountId: string }
  /** What the account is signed in with besides its password has changed. */
  | {
      readonly kind: 'securite';
      readonly to: string;
      readonly accountId: string;
      /** `nom`: of a passkey, else empty; `le`: ISO 8601. */
      readonly data: { readonly acte: SecurityAct; readonly nom: string; readonly le: string };
    }
  /** A sign-in from a browser that has not signed in to the account before. */
  | {
      readonly kind: 'navigateur';
      readonly to: string;
      readonly accountId: string;
      /** In words; `le`: ISO 8601. */
      readonly data: { readonly navigateur: string; readonly le: string };
    }
  /** A link that makes its reader a member. `de`: address of who invites. */
  | {
      readonly kind: 'invitation';
      readonly to: string;
      readonly siteId: string;
      readonly invitationId: string;
      readonly data: { readonly de: string };
    }
  /** An owner wants to give a site to the account. `de`: address of the owner. */
  | {
      readonly kind: 'transmission';
      readonly to: string;
      readonly accountId: string;
      readonly siteId: string;
      readonly data: { readonly de: string };
    }
  /** To a contact address of a site: a link by which its reader agrees to get the messages of the site's forms. */
  | { readonly kind: 'contact'; readonly to: string; readonly siteId: string }
  /** The account waits for its deletion: when it goes is told as it is when the message is sent. */
  | { readonly kind: 'compte_supprime'; readonly to: string; readonly accountId: string }
  /** The account is gone. */
  | { readonly kind: 'compte_supprime'; readonly to: string }
  /** To each owner: another site proves a name of this one, whose proof is gone. */
  | {
      readonly kind: 'domaine_perdu';
      readonly to: string;
      readonly siteId: string;
      /** Until when the site may keep the name; ISO 8601. */
      readonly data: { readonly hote: string; readonly libre_le: string };
    }
  /** To each owner: the site goes for good on a day. */
  | {
      readonly kind: 'site_supprime';
      readonly to: string;
      readonly siteId: string;
      /** `par`: address of who has deleted it; `efface_le`: ISO 8601. */
      readonly data: { readonly par: string; readonly efface_le: string };
    };

/** What a message of security tells. The last one is an operator's act. */
export const SECURITY_ACTS = [
  'passkey_ajoutee',
  'passkey_retiree',
  'generateur_ajoute',
  'generateur_retire',
  'codes_renouveles',
  'code_utilise',
  'cle_creee',
  'tout_retire',
] as const;
export type SecurityAct = (typeof SECURITY_ACTS)[number];

/** Every message but `demandes`, which tells of what visitors have written and stands for all of a site that wait. */
export type MessageKind = Message['kind'] | 'demandes';
