import type { Feed, FeedEntry } from '../../sites/views.ts';
import { escapeXml } from '../../text/escape.ts';
import { outerPicture } from '../../text/outer-pictures.ts';

interface AtomOptions {
  /** Of the main address of the site. */
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
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="fr">',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escapeXml(titre)}</title>`,
    description && `<subtitle>${escapeXml(description)}</subtitle>`,
    `<updated>${updated || changedAt}</updated>`,
    `<author><name>${escapeXml(siteName)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}${adresse}.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}${adresse}`)}"/>`,
    ...entries.map((entry) => atomEntry(entry, origin)),
    '</feed>',
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}

function atomEntry(
  { id, titre, adresse, extrait, image, contenu, publie_le, maj_le }: FeedEntry,
  origin: string,
): string {
  const address = escapeXml(`${origin}${adresse}`);
  const picture = outerPicture(image, origin);
  const lines = [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escapeXml(titre)}</title>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<published>${publie_le}</published>`,
    `<updated>${maj_le}</updated>`,
    extrait && `<summary>${escapeXml(extrait)}</summary>`,
    picture !== null && `<media:thumbnail url="${escapeXml(picture)}"/>`,
    contenu && `<content type="html" xml:base="${address}">${escapeXml(contenu)}</content>`,
    '</entry>',
  ];
  return lines.filter(Boolean).join('\n');
}
