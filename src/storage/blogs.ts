import { ContentTable } from './content-table.ts';

/** The fields of a blog that an author writes. */
interface BlogFields {
  readonly slug: string;
  readonly titre: string;
  readonly description: string;
}

/** Sorted by address. */
export const BLOGS = new ContentTable<BlogFields>({
  name: 'blogs',
  columns: ['slug', 'titre', 'description'],
  order: 'slug COLLATE "C"',
});
