/** `/api/medias`: the library of a site (docs/media.md). */
import { z } from 'zod';
import { MEDIA_LIMITS } from '../media/limits.ts';
import * as answers from './shared.ts';
import { properName, seenTitle, storableText, uuid } from './shared.ts';

const share = z.number().min(0).max(1);

/** A point of a picture, as shares of its width and its height from the left upper corner. */
const Focal = z.strictObject({ x: share, y: share });

/** The name of a file: one line, and no path. */
const name = properName(MEDIA_LIMITS.name)
  .refine((text) => text.length <= MEDIA_LIMITS.name && !/[/\\]|^\.+$/.test(text))
  .meta({ maxLength: MEDIA_LIMITS.name });

/** A description is read aloud: line breaks mean nothing in it. */
const description = seenTitle
  .overwrite((text) => text.replace(/\s+/g, ' ').trim())
  .refine((text) => text.length <= MEDIA_LIMITS.alt)
  .meta({ maxLength: MEDIA_LIMITS.alt });

export const Upload = z.object({ nom: name.describe('Nom du fichier.') });

/** For the OpenAPI document only: a file is read as a stream. */
export const FileBytes = z.unknown().describe('Les octets du fichier, avec son Content-Type.');

export const Change = z.object({
  id: uuid,
  nom: name.optional(),
  alt: description.optional(),
  focal: Focal.optional(),
});

const FILTERS = ['inutilises', 'sans_description'] as const;

export const Reading = z.object({
  id: uuid.optional().describe('Donne ce fichier seul, avec les endroits du site qui le nomment.'),
  q: storableText.max(200).optional().describe('Partie du nom ou de la description.'),
  filtre: z.enum(FILTERS).optional(),
  apres: z.string().optional().describe('« suite » d’une lecture précédente.'),
});

export const Removal = answers.One.extend({
  forcer: z.literal('1').optional().describe('Supprime le fichier, même s’il sert encore.'),
});

/** A file of a site's library. */
export const Media = z.object({
  id: answers.id,
  /** Address on the site. */
  src: z.string(),
  nom: z.string(),
  type: z.string(),
  octets: z.int(),
  /** Pixels, upright; 0 where there is no size. */
  largeur: z.int(),
  hauteur: z.int(),
  alt: z.string(),
  focal: Focal,
  couleur: z.string().describe('Couleur dominante, #rrggbb ; vide si elle est inconnue.'),
  contenu: z.string().describe('Début du SHA-256 du fichier, qui nomme ses variantes.'),
  cree_le: answers.timestamp,
});
export type Media = answers.Told<typeof Media>;

/** Where a file is named. */
export const Use = z.object({
  genre: answers.wordOf(['theme', 'brouillon', 'version', 'page', 'article', 'blog', 'menu', 'reglages']),
  id: answers.id.nullable().describe('Du thème, de la page, de l’article ou du blog.'),
  nom: z.string(),
});

export const MediaList = z.object({
  site: answers.site,
  medias: z.array(Media),
  suite: z.string().exactOptional().describe('Se redonne en « apres » ; absent à la fin.'),
});

/** One file with the places that name it. */
export const Known = z.object({ site: answers.site, media: Media, usages: z.array(Use) });

export const Stored = answers.ok.extend({ media: Media });
export const StoredBefore = Stored.extend({ existe: z.literal(true) });
