/** The beginning of a text is read for its first words, UTF-16 code units: a long text is not read as a whole. */
const READ_UNITS = 20_000;

/** The words of stored HTML, of which nothing runs or is loaded; a picture is its description. */
export function plainWords(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const gone of page.querySelectorAll('script, style, template')) gone.remove();
  for (const picture of page.querySelectorAll('img'))
    picture.replaceWith(` [image${picture.alt ? ` : ${picture.alt}` : ''}] `);
  for (const frame of page.querySelectorAll('iframe, video')) frame.replaceWith(' [vidéo] ');
  for (const end of page.querySelectorAll('br, p, li, h1, h2, h3, h4, h5, h6, tr, td, th, figcaption, div'))
    end.after(' ');
  return (page.body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The first words of a text, as search engines take them; empty for a text without words. @param most characters */
export function firstWords(html: string, most: number): string {
  const words = plainWords(html.slice(0, READ_UNITS).replace(/<img\b[^>]*>/gi, ' '));
  return words.length > most * 2 ? words.slice(0, most * 2) : words;
}
