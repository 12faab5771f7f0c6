import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Menus } from '../contract/menus.ts';
import { Photograph } from './photographs.ts';

const Article = z.strictObject({
  slug: z.string(),
  titre: z.string(),
  extrait: z.string(),
  /** File of the theme's `assets` folder. */
  image: z.string(),
  /** One of the site's photographs, which the site shows instead. */
  photographie: z.string().optional(),
  /** How long before the creation of the demo it appeared, so that it is never in the future. */
  il_y_a_jours: z.number().positive(),
  contenu: z.string(),
});

const Span = z.strictObject({ de: z.string(), a: z.string() });

/** What the house says of itself: values of the site's settings, by tab. */
const House = z.strictObject({
  general: z.strictObject({ activite: z.string() }),
  /** `photographie:<name>` stands for the address of a photograph. */
  seo: z.strictObject({ image: z.string() }).optional(),
  contact: z.strictObject({
    telephone: z.string(),
    courriel_public: z.string(),
    adresse_postale: z.record(z.string(), z.string()),
    horaires: z.record(z.string(), z.array(Span)),
    /** Their first day is so many days after the creation of the demo, so that none is over. */
    exceptions: z
      .array(
        z.strictObject({
          libelle: z.string(),
          dans_jours: z.int().positive(),
          jours: z.int().positive(),
          plages: z.array(Span),
        }),
      )
      .optional(),
  }),
  reseaux: z.record(z.string(), z.string()),
});

const DemoSite = z.strictObject({
  slug: z.string(),
  nom: z.string(),
  /** Edition of the theme; see `config/theme.json`. */
  edition: z.string(),
  description: z.string(),
  parametres: House.optional(),
  pages: z.array(z.strictObject({ slug: z.string(), titre: z.string(), gabarit: z.string(), contenu: z.string() })),
  menus: Menus,
  blogs: z.array(
    z.strictObject({ slug: z.string(), titre: z.string(), description: z.string(), articles: z.array(Article) }),
  ),
  /** What its library has, by the names of the files of `photographs/`. */
  photographies: z.record(z.string(), Photograph).optional(),
  /** Laid over data files of the theme, by their paths; `photographie:<name>` stands for the address of a photograph. */
  reglages: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

/** What the demo shows of one theme: a site of some trade, with pages, menus and a blog. */
export type DemoSite = z.infer<typeof DemoSite>;

/** The demo sites by the id of their theme: one file of this folder each. */
export async function readDemoSites(): Promise<{ readonly themeId: string; readonly site: DemoSite }[]> {
  const folder = new URL('.', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => ({
      themeId: name.slice(0, -'.json'.length),
      site: DemoSite.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8'))),
    })),
  );
}
