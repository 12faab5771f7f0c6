import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pictureAddress } from '../../engine/pictures/facts.ts';
import {
  type NamedVariant,
  nearestWidth,
  readVariantName,
  sizeName,
  variantName,
  widthsOf,
} from '../../engine/pictures/variants.ts';
import { isId } from '../contract/shared.ts';
import { addressName, downloadName } from '../media/address-name.ts';
import { contentOf, kindOf } from '../media/picture-facts.ts';
import { DRAWING, fileName, type Wanted } from '../media/processing/protocol.ts';
import { type MediaStore, originalKey } from '../media/store/media-store.ts';
import { nameOf, type Variants } from '../media/variants.ts';
import { AssetEncodings } from '../sites/asset-encodings.ts';
import type { PublicMedias } from '../sites/public-medias.ts';
import type { PublicMedia } from '../storage/public-medias.ts';
import { readRange } from './byte-range.ts';
import { isNamed } from './entity-tags.ts';
import { chooseFormat, FORMAT_TYPES } from './media-format.ts';
import { PLATFORM_PAGES, sendPlatformPage } from './platform-page.ts';
import { assetHeaders } from './security.ts';
import { encodingFor } from './site/encoding.ts';
import { tellAge } from './site/stale.ts';

/** What an address asks for. */
export interface AskedMedia {
  readonly siteId: string;
  readonly id: string;
  /** The part of the address that names a variant; undefined where the address is the stable one. */
  readonly variant?: string | undefined;
  /** Whether only who asks may keep the answer. Of a site with a code, `hideSites` says so. */
  readonly isPrivate: boolean;
  /** What stands in front of `/medias/`. */
  readonly before: string;
}

interface MediaAnswersOptions {
  readonly medias: PublicMedias;
  readonly variants: Variants;
  readonly store: MediaStore;
}

/** A file of the library, as a request for it goes on. */
interface Found extends AskedMedia {
  readonly media: PublicMedia;
  /** Undefined at the stable address. */
  readonly named?: NamedVariant | undefined;
}

const ONE_YEAR = 'max-age=31536000, immutable';

/** Answers requests for files of libraries, of visitors and of members (docs/media.md, Addresses). */
export class MediaAnswers {
  readonly #options: MediaAnswersOptions;
  readonly #encodings = new AssetEncodings();

  constructor(options: MediaAnswersOptions) {
    this.#options = options;
  }

  /** @throws when the database is away and the file is not known, and when a variant is not there and cannot be made now */
  async answer(request: FastifyRequest, reply: FastifyReply, asked: AskedMedia): Promise<FastifyReply> {
    const named = asked.variant === undefined ? undefined : readVariantName(asked.variant);
    const isNowhere = asked.variant !== undefined && !named;
    if (isNowhere || !isId(asked.id)) return sendMissing(reply);
    const { siteId, id } = asked;
    const { answer: media, verifiedAt } = await this.#options.medias.find({
      siteId,
      id,
      variant: named ? sizeName(named) : '',
    });
    tellAge(reply, verifiedAt);
    if (!media) return sendMissing(reply);
    const found = { ...asked, media, named };
    const kind = kindOf(media);
    if (named) return this.#sendNamed(request, reply, { ...found, named });
    if (kind === 'document') return this.#sendDocument(request, reply, found);
    if (kind === 'drawing') return this.#sendDrawing(request, reply, found);
    return this.#sendVariant(request, reply, found, {
      width: Number(media.variante),
      ratio: null,
    });
  }

  /** A variant that an address names: as it is, or today's. */
  #sendNamed(
    request: FastifyRequest,
    reply: FastifyReply,
    found: Found & { readonly named: NamedVariant },
  ): Promise<FastifyReply> | FastifyReply {
    const { media, named } = found;
    const kind = kindOf(media);
    const isToday = named.content === contentOf(media);
    if (kind === 'document' || (isToday && !isListed(media, named))) return sendMissing(reply);
    const isFocused = !named.focal || (named.focal.x === media.focal_x && named.focal.y === media.focal_y);
    return isToday && isFocused ? this.#sendVariant(request, reply, found, named) : redirectToToday(reply, found);
  }

  async #sendVariant(
    request: FastifyRequest,
    reply: FastifyReply,
    { siteId, media, named, isPrivate }: Found,
    { width, ratio, format: wished }: Pick<NamedVariant, 'width' | 'ratio' | 'format'>,
  ): Promise<FastifyReply> {
    const { variants } = this.#options;
    const picture = { ...media, siteId };
    const focal = { x: media.focal_x, y: media.focal_y };
    const as = (format: NonNullable<typeof wished>) => ({ width, ratio, focal, format });
    const { accept } = request.headers;
    const hasAvif = media.variantes[fileName(as('avif'))] !== undefined;
    const choice = wished ? null : chooseFormat({ accept, kind: kindOf(media), type: media.type, hasAvif });
    const wanted = as(wished ?? choice?.format ?? 'webp');
    const tag = tagOf(media, wanted);
    const headers = {
      ...assetHeaders(FORMAT_TYPES[wanted.format]),
      ...cacheFor(isPrivate, named ? ONE_YEAR : 'no-cache'),
      ...(choice && { Vary: 'Accept' }),
      ETag: tag,
    };
    if (isNamed(tag, request.headers['if-none-match'])) return reply.code(304).headers(headers).send();
    const bytes = await variants.find(picture, wanted);
    if (choice?.wishesAvif) variants.wish(picture, as('avif'));
    return reply.headers(headers).send(bodyFor(request, bytes));
  }

  /** SVG, of which nothing runs. */
  async #sendDrawing(
    request: FastifyRequest,
    reply: FastifyReply,
    { siteId, media, isPrivate }: Found,
  ): Promise<FastifyReply> {
    const tag = tagOf(media, 'svg');
    const headers = {
      ...assetHeaders('image/svg+xml; charset=utf-8'),
      ...cacheFor(isPrivate, 'no-cache'),
      Vary: 'Accept-Encoding',
      ETag: `W/${tag}`,
    };
    if (isNamed(tag, request.headers['if-none-match'])) return reply.code(304).headers(headers).send();
    const bytes = await this.#options.variants.find({ ...media, siteId }, 'svg');
    const encoding = encodingFor(request);
    const encoded =
      encoding && Buffer.isBuffer(bytes) ? await this.#encodings.find(`${siteId} ${tag}`, bytes, encoding) : null;
    reply.headers(headers);
    if (encoded && encoding) reply.header('Content-Encoding', encoding);
    return reply.send(encoded ?? bodyFor(request, bytes));
  }

  /** PDF: a download, in parts where a reader asks for them. */
  async #sendDocument(
    request: FastifyRequest,
    reply: FastifyReply,
    { siteId, media, isPrivate }: Found,
  ): Promise<FastifyReply> {
    const { octets: size, nom, type, objet } = media;
    const tag = `"${media.empreinte.slice(0, TAG_DIGITS)}"`;
    const ifRange = request.headers['if-range'];
    const range = ifRange === undefined || ifRange === tag ? readRange(request.headers.range, size) : null;
    const headers = {
      ...assetHeaders('application/pdf'),
      ...cacheFor(isPrivate, 'no-cache'),
      'Content-Disposition': `attachment; filename="${addressName(nom, type)}"; filename*=UTF-8''${extendedValue(downloadName(nom, type))}`,
      'Accept-Ranges': 'bytes',
      ETag: tag,
    };
    if (isNamed(tag, request.headers['if-none-match'])) return reply.code(304).headers(headers).send();
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .headers({ ...headers, 'Content-Range': `bytes */${size}` })
        .send();
    const body = await this.#options.store.stream(originalKey(siteId, objet), range ?? undefined);
    if (!body) throw new Error(`the store has no ${originalKey(siteId, objet)}`);
    if (range) reply.code(206).header('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
    const length = range ? range.last - range.first + 1 : size;
    return reply.headers({ ...headers, 'Content-Length': length }).send(bodyFor(request, body));
  }
}

const TAG_DIGITS = 16;

/** Names the bytes that are sent: what the file was made of, and as what. */
const tagOf = ({ empreinte }: PublicMedia, wanted: Wanted): string =>
  `"${empreinte.slice(0, TAG_DIGITS)}-${wanted === 'svg' ? DRAWING : nameOf(wanted)}"`;

const cacheFor = (isPrivate: boolean, how: string) => ({
  'Cache-Control': isPrivate ? `private, ${how}` : how === ONE_YEAR ? `public, ${how}` : how,
});

const sizeOf = ({ largeur, hauteur }: PublicMedia) => ({ width: largeur, height: hauteur });

/** Whether a picture has a variant: what moves is not cropped. */
function isListed(media: PublicMedia, { width, ratio }: NamedVariant): boolean {
  const kind = kindOf(media);
  if (kind !== 'photo' && (kind !== 'animation' || ratio !== null)) return false;
  return widthsOf(sizeOf(media), ratio).includes(width);
}

/** Pages outlive changes of their pictures: what they name of an older picture leads to the present one. */
function redirectToToday(
  reply: FastifyReply,
  { media, named, before, id, isPrivate }: Found & { readonly named: NamedVariant },
): FastifyReply {
  const kind = kindOf(media);
  const stable = pictureAddress(id, addressName(media.nom, media.type));
  const ratio = kind === 'animation' ? null : named.ratio;
  const width = nearestWidth(widthsOf(sizeOf(media), ratio), named.width);
  const focal = { x: media.focal_x, y: media.focal_y };
  const variant = variantName({ content: contentOf(media), focal }, { width, ratio, format: named.format });
  const address = kind === 'drawing' ? stable : stable.replace(/(?=[^/]+$)/, `${variant}/`);
  return reply.headers(cacheFor(isPrivate, 'no-cache')).redirect(`${before}${address}`, 302);
}

/** For HEAD nothing is read: Fastify would read a stream to its end. */
function bodyFor({ method }: FastifyRequest, body: Buffer | Readable): Buffer | Readable {
  if (method !== 'HEAD' || Buffer.isBuffer(body)) return body;
  body.destroy();
  return Readable.from([]);
}

/** A text as a parameter of a header has it (RFC 8187). */
const extendedValue = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function sendMissing(reply: FastifyReply): FastifyReply {
  return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
}
