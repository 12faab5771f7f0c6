/** A message as a mail program reads it. */
export interface MailMessage {
  /** Names in lower case, in their order; lines that were folded are one. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The first value of a header, decoded; empty where there is none. */
  header(name: string): string;
  readonly text: string;
  readonly html: string;
  /** Whom the envelope named, as the mail server of tests has noted it. */
  readonly envelopeTo: readonly string[];
}

interface Part {
  readonly headers: MailMessage['headers'];
  readonly body: string;
}

export function readMessage(raw: Buffer | string): MailMessage {
  const part = partOf(raw.toString('latin1').replaceAll('\r\n', '\n'));
  const leaves = leavesOf(part);
  const header = (name: string) => decoded(headerOf(part, name));
  const leaf = (type: string) => leaves.find((one) => headerOf(one, 'content-type').startsWith(type));
  return {
    headers: part.headers,
    header,
    text: contentOf(leaf('text/plain')),
    html: contentOf(leaf('text/html')),
    envelopeTo: header('envelope-to').split(/,\s*/),
  };
}

/** Where the first link of a message leads that begins so, without the address of the platform. */
export function linkIn({ text }: MailMessage, path: string): string {
  const link = text.split(/\s/).find((word) => URL.parse(word)?.pathname === path);
  if (link === undefined) throw new Error(`the message has no link to ${path}:\n${text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** The code of a message that has one, as a person reads it. */
export function codeIn({ text }: MailMessage): string {
  const code = /\d{4} \d{4}/.exec(text)?.[0];
  if (code === undefined) throw new Error(`the message has no code:\n${text}`);
  return code;
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\n\n');
  const lines = raw
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`no header: ${line}`);
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { headers, body: raw.slice(end + 2) };
}

const headerOf = ({ headers }: Part, wanted: string): string => headers.find(([name]) => name === wanted)?.[1] ?? '';

function leavesOf(part: Part): Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/.exec(headerOf(part, 'content-type'))?.[1];
  if (boundary === undefined) return [part];
  const [, ...pieces] = `\n${part.body}`.split(`\n--${boundary}`);
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leavesOf(partOf(piece.replace(/^\n/, ''))));
}

function contentOf(part: Part | undefined): string {
  if (!part) return '';
  switch (headerOf(part, 'content-transfer-encoding').toLowerCase()) {
    case 'base64':
      return Buffer.from(part.body, 'base64').toString();
    case 'quoted-printable':
      return unquoted(part.body.replaceAll('=\n', ''));
    default:
      return Buffer.from(part.body, 'latin1').toString();
  }
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** A header with encoded words (RFC 2047). */
function decoded(value: string): string {
  return value.replace(/\?=\s+=\?/g, '?==?').replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (words) => {
    const bytes = [...words.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, kind, text = '']) =>
      kind?.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ),
    );
    return Buffer.concat(bytes).toString();
  });
}
