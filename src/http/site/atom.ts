import type { Feed, FeedEntry } from '../../sites/views.ts';

/** What XML 1.0 cannot hold, not even escaped: lone surrogates besides, which nothing stored has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // a reader would make a line feed of it
  '\r': '&#13;',
};

const xml = (text: string): string =>
  text.replace(NOT_IN_XML, '').replace(/[&<>"\r]/g, (sign) => ENTITIES[sign] ?? sign);

export interface AtomOptions {
  /** Scheme and host of the site. */
  readonly origin: string;
  readonly siteName: string;
  /** When a feed without entries changed last, ISO timestamp. */
  readonly changedAt: string;
}

/** A feed as an Atom document (RFC 4287). */
export function atomDocument(feed: Feed, { origin, siteName, changedAt }: AtomOptions): string {
  const { id, titre, description, adresse, entries } = feed;
  const updated = entries.map(({ maj_le }) => maj_le).reduce((latest, time) => (time > latest ? time : latest), '');
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr">',
    `<id>urn:uuid:${id}</id>`,
    `<title>${xml(titre)}</title>`,
    description && `<subtitle>${xml(description)}</subtitle>`,
    `<updated>${updated || changedAt}</updated>`,
    `<author><name>${xml(siteName)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(`${origin}${adresse}.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(`${origin}${adresse}`)}"/>`,
    ...entries.map((entry) => atomEntry(entry, origin)),
    '</feed>',
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}

function atomEntry({ id, titre, adresse, extrait, contenu, publie_le, maj_le }: FeedEntry, origin: string): string {
  const address = xml(`${origin}${adresse}`);
  const lines = [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${xml(titre)}</title>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<published>${publie_le}</published>`,
    `<updated>${maj_le}</updated>`,
    extrait && `<summary>${xml(extrait)}</summary>`,
    contenu && `<content type="html" xml:base="${address}">${xml(contenu)}</content>`,
    '</entry>',
  ];
  return lines.filter(Boolean).join('\n');
}
