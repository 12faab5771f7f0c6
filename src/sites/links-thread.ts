/** A piscina worker: the links of one long content at a time. */
import { articleLinks } from './article-links.ts';

export default articleLinks;
