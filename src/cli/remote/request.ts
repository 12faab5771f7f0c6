/** One request to the service, with its deadline and the retries that are safe. */
import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { interrupted } from '../command-refusal.ts';
import { outside } from '../outside.ts';
import { visible } from '../terminal.ts';
import { RemoteRefusal, refusalOf, strangeAnswer, Unreachable } from './refusals.ts';
import type { Exact } from './visible-answer.ts';
import { awaitAnswer } from './waiting.ts';

/** How long one answer may take, milliseconds: enough for an export of 120 long files over a slow line. */
const DEADLINE_MS = 120_000;
/** Pauses before retries, milliseconds. */
const PAUSES_MS = [300, 1_200];

/** Address and credentials for requests. */
export interface Access {
  /** As `serviceAddress` gives it. */
  readonly address: string;
  readonly key: string;
  /** Slug or id; the account's first site without it. */
  readonly site?: string | undefined;
  /** How long one answer may take, milliseconds. */
  readonly deadlineMs?: number;
  /** Called when a person has to wait for an answer. */
  readonly waits?: () => void;
}

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Entity tag of the known version. */
  readonly known?: string | undefined;
  /** Whether the request may be repeated without a further effect. */
  readonly repeatable: boolean;
  /** Fields of the answer whose texts stay unchanged (visible-answer.ts). */
  readonly exact?: Exact;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly etag: string | null;
  /** Parsed; undefined for 304. */
  readonly body: unknown;
}

/**
 * Sends the request; a repeatable one is sent again after a failure of the network or of the service.
 * @throws RemoteRefusal, Unreachable, CommandRefusal when `signal` aborts
 */
export async function askService(access: Access, question: Question, signal: AbortSignal): Promise<RemoteAnswer> {
  const answered = awaitAnswer(access.waits);
  return askAgain(access, question, signal).finally(answered);
}

async function askAgain(access: Access, question: Question, signal: AbortSignal): Promise<RemoteAnswer> {
  const pauses = question.repeatable ? PAUSES_MS : [];
  for (const pause of pauses) {
    try {
      return await askOnce(access, question, signal);
    } catch (error) {
      const isPassing = error instanceof Unreachable || (error instanceof RemoteRefusal && error.status >= 500);
      if (!isPassing) throw error;
    }
    await outside.sleep(pause, undefined, { signal }).catch(() => {
      throw interrupted();
    });
  }
  return askOnce(access, question, signal);
}

async function askOnce(access: Access, question: Question, signal: AbortSignal): Promise<RemoteAnswer> {
  const { address, deadlineMs = DEADLINE_MS } = access;
  const { method, path, body, known } = question;
  let response: Response;
  let text: string;
  try {
    response = await outside.fetch(`${address}${path}`, {
      method,
      ...sentBy(access, { accept: 'application/json', ...(known !== undefined && { 'if-none-match': known }) }, body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw interrupted();
    throw new Unreachable(
      `${address} ne répond pas (${reasonOf(error)}) : vérifiez l’adresse et le réseau, puis relancez la même commande.`,
    );
  }
  const { status } = response;
  if (status === 304) return { status, etag: response.headers.get('etag'), body: undefined };
  if (status >= 300 && status < 400) {
    const target = visible(response.headers.get('location') ?? '');
    throw new Unreachable(`${address} renvoie à « ${target} » : connectez-vous à l’adresse du service lui-même.`);
  }
  const answer = jsonValueOf(text);
  if (!response.ok) throw refusalOf(address, status, answer);
  if (answer === undefined) throw strangeAnswer(address, status);
  return { status, etag: response.headers.get('etag'), body: answer };
}

/** Headers and options of a request. The key goes to its own address only: no redirection is followed. */
export const sentBy = ({ key, site }: Access, headers: Readonly<Record<string, string>>, body: unknown) =>
  ({
    headers: {
      ...headers,
      authorization: `Bearer ${key}`,
      ...(site !== undefined && { 'x-service-site-cible': site }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
  }) as const;

/** Why no answer came, in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'panne';
  if (error.name === 'TimeoutError') return 'aucune réponse à temps';
  const { code } = (error.cause ?? {}) as { code?: string };
  return REASONS[code ?? ''] ?? code ?? 'la connexion s’est rompue';
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'rien n’écoute à cette adresse',
  ENOTFOUND: 'ce nom n’existe pas',
  EAI_AGAIN: 'le nom ne peut pas être cherché maintenant',
  ECONNRESET: 'la connexion s’est rompue',
  UND_ERR_SOCKET: 'la connexion s’est rompue',
};
