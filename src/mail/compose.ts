/** A letter as the bytes that a mail server takes. */
import MailComposer from 'nodemailer/lib/mail-composer';
import { html, type Letter, oneLine, plainText } from './layout.ts';

/** Who sends: `MAIL_FROM`. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** @param from as `readConfig` has checked it: an address, alone or as `name <address>` */
export function senderOf(from: string): Sender {
  const [, name = '', address = from] = /^(.+) <(.+)>$/.exec(from) ?? [];
  return { name, address: address.replace(/^<|>$/g, '') };
}

const domainOf = ({ address }: Sender): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * The whole message. Nothing of a letter can begin a header or name another receiver.
 * @param id makes the `Message-ID`: a second copy of a message has the same one
 */
export function composeMail(
  letter: Letter,
  {
    id,
    from,
    to,
    date,
  }: { readonly id: string; readonly from: Sender; readonly to: readonly string[]; readonly date?: Date },
): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    to: to.map((address) => ({ name: '', address })),
    ...(letter.replyTo !== null && { replyTo: { name: '', address: letter.replyTo } }),
    subject: oneLine(letter.subject, 150),
    text: plainText(letter),
    html: html(letter),
    messageId: `<${id}@${domainOf(from)}>`,
    ...(date && { date }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    xMailer: false,
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
