import { Agent, request } from 'node:http';
import type { Media } from '../../src/contract/medias.ts';

/** As many connections as uploads: each is under way at once. */
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

interface Uploaded {
  readonly status: number;
  readonly media: Media | null;
}

/** Uploads a photograph, and sends it again where its turn did not come in time, as the studio does. */
export async function uploadInTheEnd(...given: Parameters<typeof upload>): Promise<Uploaded> {
  for (;;) {
    const uploaded = await upload(...given);
    if (uploaded.status !== 503) return uploaded;
  }
}

/** Uploads a photograph to the library of a session's site. @param parts of the file; they are sent as they are, so that many uploads share memory */
export function upload(
  port: number,
  session: string,
  name: string,
  parts: readonly Buffer[],
  besides: Readonly<Record<string, string>> = {},
): Promise<Uploaded> {
  const headers = {
    ...besides,
    cookie: `vitrine_session=${session}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'image/jpeg',
    'content-length': parts.reduce((sum, { length }) => sum + length, 0),
  };
  const path = `/api/medias?nom=${encodeURIComponent(name)}`;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode: status = 0 } = incoming;
        const media = status < 300 ? JSON.parse(Buffer.concat(chunks).toString()).media : null;
        resolve({ status, media });
      });
    });
    outgoing.on('error', reject);
    for (const part of parts) outgoing.write(part);
    outgoing.end();
  });
}

/** Address of a variant of a photograph. @param size its width, and its ratio with the point of interest */
export const variantOf = ({ id, contenu }: Media, size: string): string => `/medias/${id}/${size}-${contenu}/photo.jpg`;
