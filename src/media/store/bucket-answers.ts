/** What a server that speaks S3 says, as XML of a known form. */
import type { StoredFile } from './media-store.ts';

interface Page {
  readonly files: readonly StoredFile[];
  /** What the next question says; null after the last page. */
  readonly next: string | null;
}

/** @returns null where the text is no whole list */
export function readPage(text: string): Page | null {
  if (!/<\/ListBucketResult>\s*$/.test(text)) return null;
  const isCut = textOf(text, 'IsTruncated') === 'true';
  const next = isCut ? textOf(text, 'NextContinuationToken') : null;
  if (isCut && !next) return null;
  const files: StoredFile[] = [];
  for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [key, bytes] = [textOf(entry, 'Key'), Number(textOf(entry, 'Size'))];
    const storedAt = Date.parse(textOf(entry, 'LastModified') ?? '');
    if (key === null || !Number.isSafeInteger(bytes) || Number.isNaN(storedAt)) return null;
    files.push({ key, bytes, storedAt });
  }
  return { files, next };
}

/** The code of a refusal, as `AccessDenied`; empty where there is none. */
export const codeIn = (text: string): string => /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? '';

function textOf(xml: string, element: string): string | null {
  const [, found] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return found === undefined ? null : found.replace(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, unescaped);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (whole: string, x?: string, code?: string, name?: string): string =>
  code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number.parseInt(code, x ? 16 : 10));
