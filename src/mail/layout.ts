/** The one layout of all mail: plain text, and HTML that asks for nothing from elsewhere. */
import { escapeHtml } from '../text/escape.ts';

/** A part of a message. */
export type Block =
  | string
  /** A link as a button. */
  | { readonly link: string; readonly label: string }
  /** What somebody else has written: names and values. */
  | { readonly fields: readonly (readonly [name: string, value: string])[]; readonly title?: string };

/** A message in words. */
export interface Letter {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Where an answer goes; null where nobody reads one. */
  readonly replyTo: string | null;
  /** Why its reader gets it. */
  readonly because: string;
}

/** Characters that would end a line, or turn the direction of what stands after them. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
const LINE_CHARACTERS = 120;

/** A text of somebody's as part of one line. */
export const oneLine = (text: string, longest = LINE_CHARACTERS): string => {
  const characters = [...text.toWellFormed().replace(NOT_IN_A_LINE, ' ').trim()];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
};

/** A text of somebody's with its lines. */
export const lines = (text: string): string[] =>
  text
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map((line) => line.replace(NOT_IN_A_LINE, ' '));

const footer = ({ because }: Letter): string => because;

export function plainText(letter: Letter): string {
  return `${[...letter.blocks.map(plainBlock), `-- \n${footer(letter)}`].join('\n\n')}\n`;
}

function plainBlock(block: Block): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return `${block.label} :\n${block.link}`;
  const fields = block.fields.map(([name, value]) => {
    const [first = '', ...more] = lines(value);
    return `${oneLine(name)} : ${more.length === 0 ? first : `\n${[first, ...more].map((line) => `  ${line}`).join('\n')}`}`;
  });
  return [...(block.title === undefined ? [] : [block.title]), ...fields].join('\n');
}

const INK = 'color:#1c1c1c';
const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;font-size:16px;line-height:1.5';

export function html(letter: Letter): string {
  const body = letter.blocks.map(htmlBlock).join('\n');
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;padding:24px;background:#fff;${INK};${FONT}">
<div style="max-width:560px;margin:0 auto">
${body}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #ddd;color:#555;font-size:13px">${escapeHtml(footer(letter))}</p>
</div>
</body>
</html>
`;
}

function htmlBlock(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${escapeHtml(block)}</p>`;
  if ('link' in block) {
    const address = escapeHtml(block.link);
    return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:10px 18px;background:#1c1c1c;color:#fff;text-decoration:none;border-radius:6px">${escapeHtml(block.label)}</a></p>
<p style="margin:0 0 16px;color:#555;font-size:13px;word-break:break-all">${address}</p>`;
  }
  const rows = block.fields.map(
    ([name, value]) =>
      `<tr><th style="text-align:left;vertical-align:top;padding:4px 12px 4px 0;font-weight:600">${escapeHtml(oneLine(name))}</th><td style="padding:4px 0;white-space:pre-wrap">${lines(value).map(escapeHtml).join('<br>')}</td></tr>`,
  );
  const title =
    block.title === undefined ? '' : `<p style="margin:16px 0 4px;font-weight:600">${escapeHtml(block.title)}</p>\n`;
  return `${title}<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>`;
}
