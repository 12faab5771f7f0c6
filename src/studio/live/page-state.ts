import { jsonValueOf } from '../../../engine/json/plain-json.ts';

/**
 * What a page of the studio is drawn from, out of the HTML of the page; undefined where the page has none. Nothing else there has these characters:
 * attributes and JSON write quotes otherwise, and no `<` is in the JSON.
 */
export const stateIn = (html: string): unknown => jsonValueOf(html.split(' id="donnees">')[1]?.split('<')[0] ?? '');
