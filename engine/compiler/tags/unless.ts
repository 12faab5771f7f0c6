import type { Tag } from '../tag.ts';
import { branches } from './if.ts';

/** `{% unless a %}…{% elsif b %}…{% else %}…{% endunless %}`. */
export const unless: Tag = (token, parser) => branches(token, parser, 'endunless', true);
