/**
 * Escapes text for HTML and XML. parse5 does not export its own escaping, and the engine's (`engine/filters/html.ts`) may not
 * be loaded here.
 */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // a reader of XML would make a line feed of it
  '\r': '&#13;',
};

const entityOf = (character: string): string => ENTITIES[character] ?? character;

/** Escapes text for HTML or XML, also for a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, entityOf);

/** Characters that XML 1.0 cannot contain even when escaped. (Nor lone surrogates, but no stored text has any.) */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes any text for XML, also for an attribute in double quotes: removes characters that XML cannot contain, keeps line ends. */
export const escapeXml = (text: string): string => text.replace(NOT_IN_XML, '').replace(/[&<>"\r]/g, entityOf);
