/** How an owner answers a visitor: from the message about a request, and from the studio. */
import type { VisitorRequest } from '../storage/requests.ts';
import { mailAddress } from '../text/mail-address.ts';
import { lines, oneLine } from './layout.ts';

/** Longest address of an answer: programs for mail, and what starts them, take about two thousand characters. */
const LINK_CHARACTERS = 1_800;
const LINE_END = '%0D%0A';
const CUT = encodeURIComponent('…');

/** The values of a field: a name may come several times. */
export const values = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** The first value that is an address. */
export function addressOfVisitor({ champs }: Pick<VisitorRequest, 'champs'>): string | null {
  for (const value of [...champs.values()].flatMap(values)) {
    const address = mailAddress.safeParse(value);
    if (address.success && address.data === oneLine(address.data, 254)) return address.data;
  }
  return null;
}

interface Answered {
  readonly champs: VisitorRequest['champs'];
  /** Name of the site. */
  readonly site: string;
  /** When the request came, in words. */
  readonly when: string;
}

/**
 * A link that opens a new message to the visitor, with what the visitor wrote as a quotation. All but the sign `@` is written so that no text of the
 * visitor begins a header or another field.
 * @returns null where the visitor has left no address
 */
export function replyLink({ champs, site, when }: Answered): string | null {
  const address = addressOfVisitor({ champs });
  if (address === null) return null;
  const [, local = '', host = ''] = /^(.*)@([^@]*)$/.exec(address) ?? [];
  const to = `mailto:${encodeURIComponent(local)}@${encodeURIComponent(host)}`;
  const subject = encodeURIComponent(oneLine(`Votre demande à ${oneLine(site, 80)}`));
  const opening = `${LINE_END}${LINE_END}${encodeURIComponent(`Le ${when}, vous avez écrit :`)}`;
  const quoted = [...champs].flatMap(([name, value]) => {
    const [first = '', ...rest] = values(value).flatMap(lines);
    return [`${oneLine(name)} : ${first}`, ...rest];
  });
  return bounded(`${to}?subject=${subject}&body=${opening}`, quoted);
}

/** As much of a quotation as an address holds. */
function bounded(begun: string, quoted: readonly string[]): string {
  let link = begun;
  for (const line of quoted) {
    link += `${LINE_END}${encodeURIComponent('> ')}`;
    for (const character of line) {
      const written = encodeURIComponent(character);
      if (link.length + written.length + CUT.length > LINK_CHARACTERS) return link + CUT;
      link += written;
    }
    if (link.length + CUT.length + LINE_END.length > LINK_CHARACTERS - 8) return link + CUT;
  }
  return link;
}
