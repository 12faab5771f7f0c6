const LINE_END =
  /(<\/(?:p|h\d|li|ul|ol|table|tr|td|th|blockquote|figure|pre)>|<hr>|<(?:ul|ol|table|tbody|tr|blockquote)[^>]*>|<\/tbody>)(?!\n|$)/g;

/** Clean HTML with a line for each block, so that a person reads what was expected. */
export const laidOut = (html: string): string => `${html.replace(LINE_END, '$1\n')}\n`;
