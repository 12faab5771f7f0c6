import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccountServices } from '../../accounts/account-services.ts';
import { LINK_PATHS } from '../../accounts/links.ts';
import { type Outlook, outlook, undo } from '../../accounts/recovery/undo.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { uuid } from '../../contract/shared.ts';
import { isRecord } from '../../text/json.ts';
import { FORM_BYTES, textOf } from '../forms.ts';
import { assertOwnForm, refusalFor, seeOtherWithoutReferrer, sendFormPage } from './form-page.ts';
import type { AccountPagesOptions } from './options.ts';
import { FORGOTTEN_PATH } from './paths.ts';

const PATH = LINK_PATHS.annulation;
const TITLE = 'Ce n’était pas vous ?';
const DONE = 'C’est fait : tout ce qui devait être annulé l’est déjà.';
const NEXT = [{ text: 'Choisir un mot de passe', href: FORGOTTEN_PATH }];

/**
 * The page that a message about an act leads to: it says what its button undoes (docs/decisions/recovery.md). Robots look at links, so only the button
 * does something; a second use says that it is done.
 */
export function undoRoutes(scope: FastifyInstance, { login, publicAddress }: AccountPagesOptions): void {
  const refuse = (reply: FastifyReply, error: unknown) => {
    const { status, alert } = refusalFor(reply, error, SENTENCES);
    return sendFormPage(reply, status, { title: TITLE, alert, links: NEXT });
  };

  scope.get(PATH, async (request, reply) => {
    try {
      return await show(reply, withCredential(login.services), secretOf(request.query));
    } catch (error) {
      return refuse(reply, error);
    }
  });

  scope.post(PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    try {
      const secret = secretOf(request.body);
      assertOwnForm(request, publicAddress, secret);
      const services = withCredential(login.services);
      const next = await undo(services, { secret, keys: tickedKeys(request.body) });
      if (next === null) return await show(reply, services, secret);
      return seeOtherWithoutReferrer(reply, next);
    } catch (error) {
      return refuse(reply, error);
    }
  });
}

const secretOf = (of: unknown): string => textOf(of, 'jeton') ?? '';

const SENTENCES = {
  adresse_electronique_prise:
    'Un autre compte a confirmé cette adresse entre-temps : connectez-vous à celui-là, ou demandez-lui un nouveau mot de passe.',
} as const;

async function show(reply: FastifyReply, services: AccountServices, secret: string): Promise<FastifyReply> {
  const what = await outlook(services, secret);
  if (!what) return sendFormPage(reply, 200, { title: TITLE, sentences: [DONE], links: NEXT });
  const choices = what.olderKeys.map(({ id, nom, prefixe, derniere_utilisation: used }) => ({
    name: KEY + id,
    label: `Révoquer aussi la clé d’API « ${nom ?? prefixe} », ${used === null ? 'jamais utilisée' : `utilisée le ${DAY.format(new Date(used))}`}`,
  }));
  return sendFormPage(reply, 200, {
    ...{ title: TITLE, sentences: sentencesOf(what) },
    form: { action: PATH, hidden: { jeton: secret }, fields: [], choices, agree: 'Reprendre mon compte' },
  });
}

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });
const quoted = (names: readonly string[]): string => names.map((name) => `« ${name} »`).join(', ');

const sentencesOf = ({ address, factors, keys, sites, contacts, isKept }: Outlook): readonly string[] => [
  'Si ce message ne vient pas de ce que vous avez fait, quelqu’un connaît votre mot de passe. Reprenez votre compte : tous les navigateurs seront déconnectés, et vous choisirez un nouveau mot de passe.',
  ...(isKept ? ['Votre compte, et les sites qui s’en allaient avec lui, ne seront pas supprimés.'] : []),
  ...(address === null ? [] : [`Votre compte reprendra l’adresse ${address}.`]),
  ...(factors.length === 0 ? [] : [`Ceci sera retiré : ${quoted(factors)}.`]),
  ...(keys.length === 0 ? [] : [`Ces clés d’API seront révoquées : ${quoted(keys)}.`]),
  ...(sites.length === 0
    ? []
    : [`Sur ces sites, les rôles et les invitations redeviendront ceux d’avant : ${quoted(sites)}.`]),
  ...(contacts.length === 0
    ? []
    : [`Ces adresses de contact ne recevront plus les messages de vos sites : ${contacts.join(', ')}.`]),
];

/** What the field of a key is called; its id follows. */
const KEY = 'cle-';

/** Ids of the keys that are ticked. */
const tickedKeys = (body: unknown): readonly string[] =>
  Object.keys(isRecord(body) ? body : {})
    .filter((name) => name.startsWith(KEY))
    .map((name) => name.slice(KEY.length))
    .filter((id) => uuid.safeParse(id).success);
