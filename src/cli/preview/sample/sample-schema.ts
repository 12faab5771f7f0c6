import { z } from 'zod';
import { Creation as NewArticle } from '../../../contract/articles.ts';
import { Creation as NewBlog } from '../../../contract/blogs.ts';
import { Menus } from '../../../contract/menus.ts';
import { NewPage } from '../../../contract/pages.ts';
import { instant, storableText } from '../../../contract/shared.ts';
import { NAME_LENGTH } from '../../../themes/limits.ts';

const Article = NewArticle.omit({ blog_id: true, publie_le: true })
  .extend({
    /** When the article appeared; or how long ago, so that it is never in the future. */
    publie_le: instant.optional(),
    il_y_a_jours: z.number().positive().max(36_500).optional(),
  })
  .strict();

/** What a preview shows besides the theme: `contenu.json`, and a demo site of the catalog (docs/cli.md). */
export const Sample = z.strictObject({
  /** Names the schema of the file for an editor. */
  $schema: z.string().exactOptional(),
  nom: storableText.trim().min(1).max(NAME_LENGTH),
  description: storableText.max(2000).default(''),
  pages: z.array(NewPage.strict()).default([]),
  menus: Menus.default({}),
  blogs: z.array(NewBlog.extend({ articles: z.array(Article).default([]) }).strict()).default([]),
});

export type Sample = z.output<typeof Sample>;
