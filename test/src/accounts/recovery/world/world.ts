/**
 * An account, its sites and its people, on a real database: they do what they like with the product's own functions, and mail is read as it is
 * sent. Nothing here decides what is undone: `promises.ts` says what has to hold.
 */
import type { AccountServices } from '../../../../../src/accounts/account-services.ts';
import { PLAIN_TERMS } from '../../../../../src/accounts/account-services.ts';
import { LINK_PATHS } from '../../../../../src/accounts/links.ts';
import { Login } from '../../../../../src/accounts/login.ts';
import { hashPassword } from '../../../../../src/accounts/password.ts';
import { Refusal } from '../../../../../src/errors.ts';
import { MailSender } from '../../../../../src/mail/sender.ts';
import { insertAccount, type MemberRole } from '../../../../../src/storage/accounts.ts';
import { openRolePools, type RolePools } from '../../../../../src/storage/role-pools.ts';
import { insertSite } from '../../../../../src/storage/sites.ts';
import { fingerprintOf } from '../../../../../src/text/fingerprint.ts';
import { type MailMessage, readMessage } from '../../../../support/mail-message.ts';
import type { Random } from '../../../../support/random.ts';
import { type Deed, type Person, person } from './people.ts';

const PLATFORM = { address: 'https://vitrine.exemple.fr', sitesDomain: 'vitrine.exemple.fr' };
const FIRST_PASSWORD = 'le premier mot de passe';

/** The accounts besides that of the owner; each has a session. */
export const OTHERS = ['bob', 'carole', 'complice'] as const;
export type Other = (typeof OTHERS)[number];

/** A link that has come by mail. */
export interface MailedLink {
  readonly path: string;
  readonly secret: string;
  readonly to: string;
  /** Whose account it is about; null of links that are about no account. */
  readonly accountId: string | null;
  /** Time of the world from which on it undoes; of links that undo. */
  readonly since: number;
}

/** A key that somebody made. */
export interface MadeKey {
  readonly secret: string;
  readonly id: string;
  readonly deed: Deed | null;
}

/** How old the accounts are. */
const LONG_AGO_MS = 40 * 24 * 3_600_000;

export const addressOf = (name: string): string => `${name}@exemple.fr`;

/** The tables that hold what an account can do. */
const TABLES = [
  ...[
    'comptes',
    'sessions',
    'cles',
    'passkeys',
    'generateurs',
    'codes_de_secours',
    'defis',
    'tentatives',
    'liens',
    'courriels',
    'invitations',
  ],
  ...['membres', 'octrois', 'transmissions', 'contacts', 'sites'],
];
/** In the order in which rows refer to each other. */
const EMPTIED = [
  'journal',
  'liens',
  'courriels',
  'invitations',
  'sessions',
  'cles',
  'membres',
  'slugs',
  'sites',
  'comptes',
  'tentatives',
  'defis',
];

/** What all schedules on one database share. */
export interface Place {
  readonly db: RolePools;
  /** One statement that moves all stored times back by `$1` milliseconds. */
  readonly moveBack: (ms: number) => string;
  readonly digest: string;
  end(): Promise<void>;
}

/** @param url of a migrated database that nobody else uses */
export async function openPlace(url: string): Promise<Place> {
  const db = openRolePools(url, null, { isPooled: false, isDistributed: false });
  const { rows } = await db.query<{ relname: string; columns: string[] }>(
    `SELECT c.relname, array_agg(a.attname::text) AS columns FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace AND a.atttypid = 'timestamptz'::regtype AND a.attnum > 0
     GROUP BY c.relname`,
    [TABLES],
  );
  const moveBack = (ms: number) =>
    rows
      .map(({ relname, columns }) => {
        const moved = columns.map((column) => `${column} = ${column} - interval '${ms} milliseconds'`);
        return `UPDATE ${relname} SET ${moved.join(', ')}`;
      })
      .join(';');
  return { db, moveBack, digest: await hashPassword(FIRST_PASSWORD), end: () => db.end() };
}

export class World {
  readonly random: Random;
  readonly db: RolePools;
  readonly #place: Place;
  readonly #tell: (line: string) => void;
  readonly #mailed: Login;
  readonly #unmailed: Login;
  readonly #post: MailSender;
  /** How far the clock has been moved, milliseconds. */
  #moved = 0;
  isMailed = true;

  readonly inbox: MailedLink[] = [];
  readonly codes = new Map<string, string>();
  readonly deeds: Deed[] = [];
  readonly keys: MadeKey[] = [];
  readonly violations: string[] = [];
  /** Roles that were given or taken, in their order: `null` takes the account off. */
  readonly grants: {
    readonly about: string;
    readonly role: MemberRole | null;
    readonly deed: Deed;
    readonly isLegit: boolean;
  }[] = [];
  readonly invitations: {
    readonly about: Other;
    readonly role: MemberRole;
    readonly secret: string;
    readonly deed: Deed;
    readonly isLegit: boolean;
  }[] = [];
  handOver: { readonly to: Other; readonly deed: Deed; readonly isLegit: boolean } | null = null;
  /** What wanted to hand the site over last. */
  lastWish: Deed | null = null;
  /** Contact addresses that the site was given. */
  readonly contacts: { readonly address: string; readonly deed: Deed; readonly isLegit: boolean }[] = [];
  /** What lets the account wait for its deletion; null where it does not. */
  deletion: Deed | null = null;
  /** Whether the owner has handed the site over for good. */
  handedOver = false;
  /** What was shown in a session, and when, time of the world. */
  readonly proofs = new Map<string, { readonly at: number; readonly shown: Deed['shown'] }>();
  /** Ids of keys that somebody has revoked. */
  readonly ended = new Set<string>();
  /** Accounts whose roles another owner has decided by now. */
  readonly touched = new Set<string>();
  /** Links that have undone something. */
  readonly undone: { readonly who: Person; readonly since: number }[] = [];
  markSleepsFrom: number | null = null;
  /** Whether the owner had a second factor before all. */
  hasOlderFactor = false;
  /** Whether no mail goes out at first. */
  startsQuiet = false;
  /** Whether somebody who could has taken a factor away. */
  hasRemovedFactor = false;
  /** When an operator marked the account, time of the world. */
  markedAt: number | null = null;

  accountId = '';
  siteId = '';
  readonly accounts = new Map<string, string>();
  readonly owner: Person;
  readonly intruder: Person;
  readonly thief: Person;
  readonly reader: Person;
  readonly others = new Map<Other, Person>();

  constructor(place: Place, random: Random, tell: (line: string) => void) {
    this.#place = place;
    this.db = place.db;
    this.random = random;
    this.#tell = tell;
    this.#mailed = new Login(this.db, { ...PLAIN_TERMS, isMailed: true });
    this.#unmailed = new Login(this.db, PLAIN_TERMS);
    this.owner = person('owner', 'own', { reads: [addressOf('lea'), addressOf('lea.bis')], password: FIRST_PASSWORD });
    this.intruder = person('intruder', 'intruder', {
      reads: [addressOf('intrus'), addressOf('complice')],
      password: FIRST_PASSWORD,
    });
    this.thief = person('thief', 'intruder', { reads: [addressOf('complice')] });
    this.reader = person('reader', 'intruder', { reads: [addressOf('lea')] });
    const server = {
      open: async () => ({
        send: async ({ to }: { to: readonly string[] }, raw: Buffer) => {
          await this.#arrive(to, readMessage(raw));
          return '250';
        },
        close: () => undefined,
      }),
    };
    this.#post = new MailSender({
      ...{ db: this.db, server, from: 'vitrine@exemple.fr', platform: PLATFORM },
      log: { warn: (_, sentence) => this.wrong(`mail: ${sentence}`) },
    });
  }

  get login(): Login {
    return this.isMailed ? this.#mailed : this.#unmailed;
  }

  get services(): AccountServices {
    const { services } = this.login;
    if (!services) throw new Error('this world has accounts');
    return services;
  }

  say(line: string): void {
    this.#tell(line);
  }

  wrong(sentence: string): void {
    this.say(`VIOLATION ${sentence}`);
    this.violations.push(sentence);
  }

  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.query<Row>(text, values)).rows as Row[];
  }

  /** The account of an owner, confirmed, with two sites: bob owns one of them, too, carole works on it. An older key is of a machine. */
  async begin(): Promise<void> {
    await this.#empty();
    const make = async (name: string) => {
      const made = await insertAccount(this.db, {
        email: addressOf(name),
        passwordHash: this.#place.digest,
        type: 'client',
      });
      if (!made) throw new Error(`the account of ${name} exists`);
      this.accounts.set(name, made.id);
      return made.id;
    };
    this.accountId = await make('lea');
    for (const name of OTHERS) await make(name);
    for (const slug of ['atelier', 'autre']) {
      const site = await insertSite(this.db, { slug, name: slug, state: 'actif', ownerId: this.accountId });
      if (slug === 'atelier') this.siteId = String(site?.id);
    }
    for (const [name, role] of [
      ['bob', 'proprietaire'],
      ['carole', 'editeur'],
    ] as const) {
      await this.sql('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [
        this.siteId,
        this.accounts.get(name),
        role,
      ]);
    }
    for (const name of OTHERS) {
      const side = name === 'complice' ? 'intruder' : 'own';
      this.others.set(name, person(name, side, { reads: [addressOf(name)], password: FIRST_PASSWORD }));
    }
    await this.moveClock(LONG_AGO_MS);
  }

  async #empty(): Promise<void> {
    for (const table of EMPTIED) await this.db.query(`DELETE FROM ${table}`);
  }

  /** The time of the world, milliseconds: that of the database, and what the clock was moved. */
  readonly now = async (): Promise<number> => {
    const [row] = await this.sql<{ now: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
    );
    return Number(row?.now) + this.#moved;
  };

  async moveClock(ms: number): Promise<void> {
    await this.db.query(this.#place.moveBack(ms));
    this.#moved += ms;
  }

  /** Sends what waits. */
  async deliver(): Promise<void> {
    while ((await this.#post.step()).did !== 'nothing');
  }

  async #arrive(to: readonly string[], message: MailMessage): Promise<void> {
    const [address = ''] = to;
    const code = /^\s*(?:Code\s*:\s*)?(\d{4} \d{4})\s*$/m.exec(message.text)?.[1];
    if (code) this.codes.set(address, code);
    for (const word of message.text.split(/\s/)) {
      const url = URL.parse(word);
      const secret = url?.searchParams.get('jeton');
      if (!url || !secret) continue;
      const [row] = await this.sql<{ since: number | null; accountId: string | null }>(
        'SELECT (extract(epoch FROM depuis) * 1000)::float8 AS since, compte_id AS "accountId" FROM liens WHERE empreinte = $1',
        [fingerprintOf(secret)],
      );
      this.inbox.push({
        path: url.pathname,
        secret,
        to: address,
        since: Number(row?.since ?? 0) + this.#moved,
        accountId: row?.accountId ?? null,
      });
      this.say(`  mail to ${address}: ${url.pathname}`);
    }
  }

  /** The newest link of a sort that a person has got. */
  linkFor(who: Person, kind: keyof typeof LINK_PATHS): MailedLink | undefined {
    return this.inbox.findLast(({ path, to }) => path === LINK_PATHS[kind] && who.reads.includes(to));
  }

  /** Those of them that undo. */
  undoLinksFor(who: Person): readonly MailedLink[] {
    return this.inbox.filter(
      ({ path, to, accountId }) =>
        path === LINK_PATHS.annulation && accountId === this.accountId && who.reads.includes(to),
    );
  }

  /**
   * Lets somebody do something, and notes it where it was done.
   * @param work does it, and may note what was shown for it @returns the deed; null where it was refused
   */
  async does(
    who: Person,
    what: string,
    work: (deed: Deed) => Promise<void>,
    { isBeside = false } = {},
  ): Promise<Deed | null> {
    const beganAt = await this.now();
    const deed: Deed = { who, what, beganAt, endedAt: beganAt, isBeside, shown: 'nothing' };
    try {
      await work(deed);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof CannotDo)) throw error;
      this.say(`${who.name} ${what}: ${error instanceof Refusal ? error.code : error.message}`);
      return null;
    }
    deed.endedAt = await this.now();
    this.deeds.push(deed);
    this.say(
      `${who.name} ${what}: done, ${typeof deed.shown === 'string' ? deed.shown : `a factor of ${deed.shown.who.name}`}`,
    );
    return deed;
  }
}

/** Somebody lacks what the act needs. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}
