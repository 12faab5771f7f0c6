import type { FormEntries } from '../../content/submission.ts';

/**
 * Reads the body of a browser's form, in either of its two encodings, with Node's own parser.
 * @param contentType header of the same name
 * @returns null when the body is not a form, or has a file: files are not stored
 */
export async function readForm(contentType: string | undefined, body: unknown): Promise<FormEntries | null> {
  if (contentType === undefined || !Buffer.isBuffer(body)) return null;
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return null;
  }
  // A file field that is left empty comes as a file without name and content.
  const entries = [...form].filter(([, value]) => typeof value === 'string' || value.name !== '' || value.size > 0);
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return texts.length === entries.length ? texts : null;
}
