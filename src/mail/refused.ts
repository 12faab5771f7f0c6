/** Why a mail server has not taken a message, in words for operators. */

/** Longest reason that is stored, UTF-16 code units. */
const REASON_UNITS = 300;

/**
 * Whom a refusal is about: the server takes no mail now, from us; this message, now; this message, whenever it is tried.
 */
export type RefusalKind = 'server' | 'message' | 'for-good';

export class Refused extends Error {
  override name = 'Refused';
  readonly kind: RefusalKind;

  /** @param reason a sentence for operators */
  constructor(kind: RefusalKind, reason: string) {
    super(reason);
    this.kind = kind;
  }
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

interface Server {
  readonly host: string;
  readonly user: string | undefined;
  /** Never told. */
  readonly secrets: readonly string[];
}

/** Puts an error of nodemailer into words. Pure. */
export function reasonOfServer(error: SmtpError, server: Server): Refused {
  const answer = error.response ?? '';
  const isPermanent = error.responseCode !== undefined && error.responseCode >= 500;
  const [kind, words] = judged(error, isPermanent);
  const detail = answer === '' ? (error.originalCode ?? '') : answer;
  return new Refused(kind, safeReason(`${words(server.host)}${detail === '' ? '' : ` : ${detail}`}`, server));
}

type Words = (host: string) => string;

function judged(error: SmtpError, isPermanent: boolean): readonly [RefusalKind, Words] {
  const { code, command, responseCode } = error;
  if (code === 'EAUTH' || [530, 534, 535, 538].includes(responseCode ?? 0)) {
    return ['server', (host) => `${host} refuse le nom ou le mot de passe de SMTP_URL`];
  }
  if (code === 'EENVELOPE' && command === 'API') return ['for-good', () => 'ce n’est pas une adresse électronique'];
  if (command === 'RCPT TO') {
    if (isPermanent) return ['for-good', () => 'le serveur refuse le destinataire'];
    return [
      responseCode === 421 ? 'server' : 'message',
      () => 'le serveur ne prend pas ce destinataire pour l’instant',
    ];
  }
  if (command === 'DATA') {
    if (isPermanent) return ['for-good', () => 'le serveur refuse le message'];
    return [responseCode === 421 ? 'server' : 'message', () => 'le serveur ne prend pas ce message pour l’instant'];
  }
  if (code === 'EMESSAGE' && responseCode === undefined)
    return ['for-good', () => 'le message est trop grand pour le serveur'];
  if (command === 'MAIL FROM') return ['server', (host) => `${host} refuse l’expéditeur MAIL_FROM`];
  if (code === 'ETLS' || /certificate|STARTTLS|TLS|SSL/i.test(error.message)) {
    return ['server', (host) => `pas de liaison chiffrée avec ${host} (${error.message})`];
  }
  if (code === 'EDNS') return ['server', (host) => `le nom ${host} n’a pas d’adresse`];
  if (code === 'ETIMEDOUT') return ['server', (host) => `${host} n’a pas répondu à temps`];
  if (code === 'ECONNECTION' || code === 'ESOCKET')
    return ['server', (host) => `${host} n’est pas joint, ou a coupé la liaison`];
  return ['server', (host) => `${host} n’a pas pris le message (${error.message})`];
}

/** One line without secrets, as long as a reason may be. */
function safeReason(text: string, { secrets, user = '' }: Server): string {
  const encodings = secrets.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(`\0${user}\0${secret}`).toString('base64'),
  ]);
  const without = encodings.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  return without
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, REASON_UNITS)
    .toWellFormed();
}
