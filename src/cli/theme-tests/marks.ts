/** Marks: texts that become an element or an attribute of a name of their own wherever a template puts them out unescaped. */

/** The name of an element or attribute that a mark became; its first group is the mark. */
export const MARK_NAME = /^vitrine-essai-(\d+)/;

/** A text for a setting. @param mark number of the setting */
export function markedText(mark: number): string {
  const name = `vitrine-essai-${mark}`;
  return `L’ « essai » & <b>"${mark}"</b>" ${name}a="1' ${name}b='2> <${name}c></${name}c></p></style></title></textarea></script> --><${name}d></${name}d>`;
}

/** An address for a setting, which both an attribute and CSS could misread. */
export const markedAddress = (mark: number): string =>
  `/a"vitrine-essai-${mark}a='b'><vitrine-essai-${mark}c>?c=d&e=f)`;
