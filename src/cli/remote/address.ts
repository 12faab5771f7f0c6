import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';

/**
 * The address of a service as it is kept and compared: scheme, host, port.
 * @param text as a person writes it; without a scheme it is `https`, or `http` on this machine
 * @throws CommandRefusal for a malformed address, and for plain http to another machine, which would send the key unencrypted
 */
export function serviceAddress(text: string): string {
  const written = text.trim();
  const url = parse(written.includes('://') ? written : `${isLocal(hostOf(written)) ? 'http' : 'https'}://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new CommandRefusal(`« ${written} » n’est pas l’adresse d’un service, comme https://vitrine.exemple.fr.`, {
      code: 'adresse',
      exit: EXIT.usage,
    });
  }
  if (url.protocol === 'http:' && !isLocal(url.hostname)) {
    throw new CommandRefusal(
      `La clé ne voyage pas en clair : donnez l’adresse en https://${url.host}, ou une adresse de cette machine.`,
      { code: 'adresse', exit: EXIT.usage },
    );
  }
  return url.origin;
}

const parse = (text: string) => URL.parse(text);
const hostOf = (written: string) => parse(`http://${written}`)?.hostname ?? '';

const isLocal = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
