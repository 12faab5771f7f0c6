import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readDnsServers } from './domains/dns-servers.ts';
import { type BucketAddress, readBucketAddress } from './media/store/bucket-address.ts';
import { findMisspelling } from './misspelt-variable.ts';
import { StartupError } from './startup-error.ts';
import { isLocalName } from './text/local-names.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum);

const numberSentence = (name: string, minimum: number, maximum: number): string =>
  `${name} doit être un entier de ${minimum} à ${maximum}`;

/** Units of an amount of bytes, with and without an i: `2G`, `500 MiB`. */
const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

const byteAmount = z
  .string()
  .regex(/^\d{1,15} ?(?:[KMGT](?:i?[Bo])?)?$/i)
  .transform((text) => Number.parseInt(text, 10) * (UNITS[/[KMGT]/i.exec(text)?.[0].toUpperCase() ?? ''] ?? 1))
  .refine((bytes) => bytes > 0 && Number.isSafeInteger(bytes));

const hostName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/);

const postgresUrl = (name: string) =>
  z
    .string()
    .refine(hasEncodedCredentials, {
      message:
        `${name} a, dans le nom du compte ou le mot de passe, un caractère qui s’y écrit en pourcentage : ` +
        '%40 pour « @ », %23 pour « # », %2F pour « / », %3F pour « ? », %25 pour « % »',
      abort: true,
    })
    .pipe(z.url({ protocol: /^postgres(ql)?$/ }))
    .optional()
    .describe(`${name} doit être une adresse postgres://…`);

/** Whether the name and the password of an address end where they seem to: a `#` or `/` in them would end the address of the server. */
function hasEncodedCredentials(address: string): boolean {
  const [, rest = ''] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(address) ?? [];
  // A `@` behind the `?` may belong to a setting: `?application_name=a@b`.
  const withoutSettings = rest.replace(/\?\w+=[^&]*(?:&\w+=[^&]*)*$/, '');
  const credentials = withoutSettings.slice(0, Math.max(0, withoutSettings.lastIndexOf('@')));
  return !rest.includes('#') && !/[/?]/.test(credentials) && isDecodable(credentials);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Credentials stand in the address in per cent form, as those of a database. */
const smtpUrl = (name: string) =>
  z
    .url({ protocol: /^smtps?$/ })
    .refine((address) => URL.parse(address)?.hostname !== '')
    .optional()
    .describe(`${name} doit être une adresse smtp:// ou smtps://, comme smtps://nom:secret@smtp.exemple.fr:465`);

/** A mail address, alone or behind a name. Nothing in the name needs quotes, and nothing can begin another header. */
const SENDER = /^(?:[^<>"\\,;:@\p{Cc}]+ <)?[^\s<>@"\\,;:()\p{Cc}]+@[A-Za-z0-9.-]+>?$/u;

const bucketUrl = (name: string) =>
  z
    .string()
    .transform(readBucketAddress)
    .refine((bucket) => bucket !== null)
    .optional()
    .describe(
      `${name} doit être une adresse https://<clé>:<secret>@<hôte>/<compartiment>?region=<région>, la clé et le secret écrits en ` +
        'pourcentage : %2F pour « / », %3A pour « : », %40 pour « @ », %25 pour « % »',
    );

const webUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .describe(`${name} doit être une adresse http:// ou https://`);

/** The origin of a server, without a path: the path comes from the visitors' requests. */
const webOrigin = (name: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((value) => new URL(value))
    .refine(({ href, origin }) => href === `${origin}/`)
    .transform(({ origin }) => origin)
    .optional()
    .describe(`${name} doit être une adresse http:// ou https:// sans chemin ni identifiants`);

const Environment = z.object({
  PORT: wholeNumber(0, 65_535)
    .default(3000)
    .describe(numberSentence('PORT', 0, 65_535)),
  HOST: z.string().min(1).default('127.0.0.1').describe('HOST doit être une adresse ou un nom de machine'),
  DATA_DIR: z.string().min(1).default('.data').describe('DATA_DIR doit être un dossier'),
  DATABASE_URL: postgresUrl('DATABASE_URL'),
  SERVICE_DATABASE_URL: postgresUrl('SERVICE_DATABASE_URL'),
  MEDIA_URL: bucketUrl('MEDIA_URL'),
  SITES_DOMAIN: hostName.default('localhost').describe('SITES_DOMAIN doit être un nom de domaine sans port'),
  BASE_URL: webUrl('BASE_URL'),
  STORE_URL: webUrl('STORE_URL'),
  LEGACY_ENGINE_URL: webOrigin('LEGACY_ENGINE_URL'),
  RENDER_WORKERS: wholeNumber(1, 256)
    .default(Math.max(1, availableParallelism()))
    .describe(numberSentence('RENDER_WORKERS', 1, 256)),
  THEME_CACHE: wholeNumber(1, 100_000)
    .optional()
    .describe(numberSentence('THEME_CACHE', 1, 100_000)),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('warn')
    .describe(`LOG_LEVEL doit être l’un de ${LOG_LEVELS.join(', ')}`),
  TRUST_PROXY: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('TRUST_PROXY doit être true ou false'),
  ACCESS_LOG: z
    .string()
    .regex(/^(?:true|false|.*\/.*)$/)
    .default('false')
    .transform((value) => (value === 'true' ? true : value === 'false' ? null : value))
    .describe('ACCESS_LOG doit être true, false ou le chemin d’un fichier, avec un « / »'),
  SHUTDOWN_DELAY: wholeNumber(0, 60)
    .default(0)
    .describe(numberSentence('SHUTDOWN_DELAY', 0, 60)),
  UNREDUCED_RIGHTS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('UNREDUCED_RIGHTS doit être true ou false'),
  MEDIA_QUOTA: byteAmount
    .default(2 * 2 ** 30)
    .describe('MEDIA_QUOTA doit être un nombre d’octets, comme 2G, 500M ou 1073741824'),
  INSCRIPTION: z.enum(['ouverte', 'fermee']).optional().describe('INSCRIPTION doit être ouverte ou fermee'),
  REQUIRE_SECOND_FACTOR: z
    .enum(['proprietaires', 'tous'])
    .optional()
    .describe('REQUIRE_SECOND_FACTOR doit être proprietaires ou tous'),
  SMTP_URL: smtpUrl('SMTP_URL'),
  MAIL_FROM: z
    .string()
    .regex(SENDER)
    .optional()
    .describe('MAIL_FROM doit être une adresse électronique, seule ou comme « vitrine <bonjour@exemple.fr> »'),
  REQUESTS_KEPT_DAYS: wholeNumber(1, 3_650)
    .optional()
    .describe(numberSentence('REQUESTS_KEPT_DAYS', 1, 3_650)),
  DNS_SERVERS: z
    .string()
    .transform(readDnsServers)
    .refine((servers) => servers !== null)
    .optional()
    .describe(
      'DNS_SERVERS doit être une liste d’adresses de serveurs de noms, avec une virgule entre elles, comme 192.0.2.53,[2001:db8::53]:5353',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
  SANTE_SITE_TEMOIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    .optional()
    .describe('SANTE_SITE_TEMOIN doit être le nom d’un site dans son adresse, comme dans <nom>.localhost'),
});

/** The configuration from the environment, checked once at the start. Units: `port` TCP port, `themeCache` warm themes a worker. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly serviceDatabaseUrl: string | undefined;
  /** Where the files of the libraries are; undefined: in `dataDir`. */
  readonly mediaBucket: BucketAddress | undefined;
  readonly sitesDomain: string;
  readonly baseUrl: string | undefined;
  /** Address of the public storefront when it is not this program's own. */
  readonly storeUrl: string | undefined;
  /** Origin of the server that renders sites without a theme. */
  readonly legacyEngineUrl: string | undefined;
  readonly renderWorkers: number;
  /** Undefined: as many as fit into their share of the machine's memory. */
  readonly themeCache: number | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly trustProxy: boolean;
  /** Where a line for each answered request goes: a file, or the standard output (true); null for nowhere. */
  readonly accessLog: string | true | null;
  /** How long an instance that is told to stop serves on, while its health check answers 503; seconds. */
  readonly shutdownDelay: number;
  /** Whether connections may keep all rights of their login where it cannot be reduced to the roles (privileges.sql). */
  readonly unreducedRights: boolean;
  /** How many bytes of files a site's library may have; its variants may have as many again. */
  readonly mediaQuota: number;
  /** Whether strangers may make an account; else only people who are invited may. */
  readonly isSignUpOpen: boolean;
  /** Of whom a second factor is required; null where of nobody. */
  readonly requireSecondFactor: 'proprietaires' | 'tous' | null;
  /** Where mail goes out; null where none does. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** How long requests of contact forms are kept, days; undefined: the newest ones, however old they are. */
  readonly requestsKeptDays: number | undefined;
  /** Servers that are asked about the names of sites, as `Resolver.setServers` takes them; undefined: the system's. */
  readonly dnsServers: readonly string[] | undefined;
  /** Where traces go, by OpenTelemetry's protocol; its SDK reads the variable itself. */
  readonly tracesEndpoint: string | undefined;
  /** Slug of the site that the health probe visits. */
  readonly witnessSite: string | undefined;
}

/**
 * Reads the configuration (docs/decisions/start.md). A variable that is set to the empty string counts as unset.
 * @throws StartupError with a sentence that names the first variable that is wrong; the value itself is never repeated, for
 *   it may hold a password.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const misspelt = findMisspelling(present, Object.keys(Environment.shape), ['DATABASE_URL', 'SERVICE_DATABASE_URL']);
  if (misspelt) {
    const { given, meant } = misspelt;
    throw new StartupError(
      `La variable d’environnement ${given} ressemble à ${meant} : corrigez son nom ; si elle est à un autre programme, ` +
        `retirez-la (« env -u ${given} … »)${present[meant] === undefined ? ` ou donnez aussi ${meant}` : ''}.`,
    );
  }
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]) as keyof typeof Environment.shape;
    const sentence = issue?.code === 'custom' && issue.message.startsWith(name) ? issue.message : null;
    throw new StartupError(`Variable d’environnement malformée : ${sentence ?? Environment.shape[name].description}.`);
  }
  const sign = signOfProduction(parsed.data, present.NODE_ENV);
  if (sign && !parsed.data.DATABASE_URL) {
    throw new StartupError(
      `${sign} est là pour un service en production, et DATABASE_URL n’est pas donnée : sans elle, vitrine prépare une base de ` +
        `démonstration. Donnez DATABASE_URL ou, pour une démonstration, retirez ${sign}.`,
    );
  }
  const values = parsed.data;
  const needed = values.SMTP_URL ? (['MAIL_FROM', 'BASE_URL'] as const).find((name) => !values[name]) : undefined;
  if (needed) {
    throw new StartupError(
      `SMTP_URL est donnée sans ${needed} : les courriels ont besoin de ${needed === 'BASE_URL' ? 'l’adresse à laquelle leurs liens mènent' : 'l’adresse de leur expéditeur'}.`,
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    serviceDatabaseUrl: values.SERVICE_DATABASE_URL,
    mediaBucket: values.MEDIA_URL ?? undefined,
    sitesDomain: values.SITES_DOMAIN,
    baseUrl: values.BASE_URL,
    storeUrl: values.STORE_URL,
    legacyEngineUrl: values.LEGACY_ENGINE_URL,
    renderWorkers: values.RENDER_WORKERS,
    themeCache: values.THEME_CACHE,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
    accessLog: values.ACCESS_LOG,
    shutdownDelay: values.SHUTDOWN_DELAY,
    unreducedRights: values.UNREDUCED_RIGHTS,
    mediaQuota: values.MEDIA_QUOTA,
    isSignUpOpen: (values.INSCRIPTION ?? (values.DATABASE_URL ? 'fermee' : 'ouverte')) === 'ouverte',
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR ?? null,
    mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : null,
    requestsKeptDays: values.REQUESTS_KEPT_DAYS,
    dnsServers: values.DNS_SERVERS ?? undefined,
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    witnessSite: values.SANTE_SITE_TEMOIN,
  };
}

/** What says that this is no demonstration: the name of a variable; null where nothing does. */
function signOfProduction(values: z.infer<typeof Environment>, nodeEnv: string | undefined): string | null {
  if (values.BASE_URL) return 'BASE_URL';
  if (values.SERVICE_DATABASE_URL) return 'SERVICE_DATABASE_URL';
  // The sweep would take the files of another database for files that nobody needs.
  if (values.MEDIA_URL) return 'MEDIA_URL';
  if (values.SMTP_URL) return 'SMTP_URL';
  if (!isLocalName(values.SITES_DOMAIN)) return 'SITES_DOMAIN';
  if (values.TRUST_PROXY) return 'TRUST_PROXY';
  if (values.SHUTDOWN_DELAY > 0) return 'SHUTDOWN_DELAY';
  return nodeEnv === 'production' ? 'NODE_ENV=production' : null;
}
