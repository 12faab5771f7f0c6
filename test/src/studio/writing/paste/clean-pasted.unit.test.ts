import { expect, it } from 'vitest';
import { cleanPasted } from '../../../../../src/studio/writing/paste/clean-pasted.ts';
import { cleanPastedText } from '../../../../../src/studio/writing/paste/clean-pasted-text.ts';

const clean = (html: string): string => cleanPasted(html).html;

it('headings of the first level go down, all others with them: the title of a text is a field of its own', () => {
  expect(clean('<h1>A</h1><h2>B</h2><h5>C</h5>')).toBe('<h2>A</h2><h3>B</h3><h4>C</h4>');
  expect(clean('<h2>A</h2><h3>B</h3><h6>C</h6>')).toBe('<h2>A</h2><h3>B</h3><h4>C</h4>');
});

it('a space that does not break stays where a person wrote it, and where French has one', () => {
  expect(clean('<p>Louis&nbsp;XIV <b>dit</b>&nbsp;oui&nbsp;<i>!</i></p>')).toBe(
    '<p>Louis&nbsp;XIV <strong>dit</strong> oui&nbsp;<em>!</em></p>',
  );
  expect(clean('<p>&nbsp;</p><p>a&nbsp; &nbsp;b</p>')).toBe('<p>a b</p>');
});

it('signs that nobody sees go, and no word is fused or parted by them', () => {
  expect(clean('<p>in\u00adfor\u00adma\u00adtion\ufeff, a\u200bb</p>')).toBe('<p>information, ab</p>');
  expect(clean('<p>ภาษา\u200bไทย</p>')).toBe('<p>ภาษา\u200bไทย</p>');
});

it('links lead past the pages that count, and those that lead nowhere are text', () => {
  const link = (href: string) => clean(`<p><a href="${href}">x</a></p>`);
  expect(link('https://www.google.com/url?q=https://example.com/a%3Fb%3D1&amp;sa=D')).toBe(
    '<p><a href="https://example.com/a?b=1">x</a></p>',
  );
  expect(link('https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2F&amp;data=05')).toBe(
    '<p><a href="https://example.com/">x</a></p>',
  );
  for (const href of [
    'file:///C:/a.docx',
    '#_ftn1',
    'page2.html',
    'javascript:pris=1',
    'java&#10;script:pris=1',
    '/\\x.example',
  ])
    expect(link(href), href).toBe('<p>x</p>');
  for (const href of ['https://example.com/', 'mailto:a@example.com', 'tel:+33123456789', '/a-propos'])
    expect(link(href), href).toBe(`<p><a href="${href}">x</a></p>`);
});

it('a picture of the clipboard is handed on, one of the web keeps its address, one of a file is counted, what counts readers goes', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';
  const { html, pictures, dropped } = cleanPasted(
    `<p>a<img src="data:image/png;base64,${png}" alt="Point">b</p>
     <img src="https://example.com/a.jpg" alt="IMG_1.jpg"><img src="file:///C:/a.png"><img src="cid:1">
     <img src="https://example.com/ouvert.gif" width="1" height="1">
     <img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="https://example.com/b.jpg">
     <p>ça va <img src="https://example.com/1f600.svg" alt="😀">.</p>`,
  );
  expect(html).toBe(
    '<p>a</p><figure><img src="presse-papiers/1" alt="Point"></figure><p>b</p>' +
      '<figure><img src="https://example.com/a.jpg" alt=""></figure>' +
      '<figure><img src="https://example.com/b.jpg" alt=""></figure><p>ça va 😀.</p>',
  );
  expect(dropped).toBe(2);
  const blob = pictures.get('presse-papiers/1');
  expect(blob?.type).toBe('image/png');
  expect(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer()).toString('base64')).toBe(png);
  expect(cleanPasted('<img src="presse-papiers/1">')).toMatchObject({ html: '', dropped: 1 });
});

it('each line of a text is a paragraph; where empty lines part these, an end of a line is a break', () => {
  expect(cleanPastedText('a\r\nb\n')).toBe('<p>a</p><p>b</p>');
  expect(cleanPastedText('a\nb\n\n\n c <i>')).toBe('<p>a<br>b</p><p>c &lt;i&gt;</p>');
});
