import { describe, expect, it } from 'vitest';
import { diagnose, type ThemeFiles } from '../../engine/index.ts';
import { isBlocked, sitePolicy } from '../../engine/language/site-policy.ts';
import { POLICY_CODES } from './html-codes.ts';

const SECTION = 'sections/a.liquid';
const found = (files: ThemeFiles) => diagnose(files).filter(({ code }) => POLICY_CODES.includes(code));
const inSection = (source: string) => found({ [SECTION]: source });

/** A text with its correction. */
function corrected(source: string, path = SECTION, others: ThemeFiles = {}): string | undefined {
  const [one] = found({ ...others, [path]: source });
  const { debut, fin, texte } = one?.correction ?? {};
  return texte === undefined ? undefined : source.slice(0, debut) + texte + source.slice(fin);
}

describe('scripts and styles', () => {
  it.each([
    ['<script>a()</script>', '<script nonce="{{ nonce }}">a()</script>'],
    [
      '<script src="https://exemple.fr/a.js" defer></script>',
      '<script nonce="{{ nonce }}" src="https://exemple.fr/a.js" defer></script>',
    ],
    ['<script type="module">a()</script>', '<script nonce="{{ nonce }}" type="module">a()</script>'],
    ['<STYLE>a{}</STYLE>', '<STYLE nonce="{{ nonce }}">a{}</STYLE>'],
    [
      '<style {% if a %}media="print"{% endif %}>a{}</style>',
      '<style nonce="{{ nonce }}" {% if a %}media="print"{% endif %}>a{}</style>',
    ],
  ])('%s', (source, mended) => {
    expect(inSection(source).map(({ code }) => code)).toEqual(['nonce_absent']);
    expect(corrected(source)).toBe(mended);
    expect(inSection(mended)).toEqual([]);
  });

  it.each([
    '<script type="application/ld+json">{}</script><script type="text/template"><b></script>',
    '<script nonce="{{ nonce }}">a()</script><script {{ attributs }}>a()</script><script type="{{ type }}">a()</script>',
    '<style{% if a %} nonce="{{ nonce }}"{% endif %}>a{}</style><!-- <script> -->{% style %}a{}{% endstyle %}',
    '{% comment %}<script>{% endcomment %}{% javascript %}a(){% endjavascript %}<p style="color: red">a</p>',
  ])('nothing is said of %s', (source) => expect(inSection(source)).toEqual([]));

  it('a snippet sees the nonce where each call passes it', () => {
    const snippet = '<script>a()</script>';
    const told = (call: string) => found({ 'snippets/s.liquid': snippet, [SECTION]: call })[0];
    expect(told('{% render "s" %}')?.correction).toBeUndefined();
    expect(told('{% render "s" %}')?.message).toContain('passez nonce: nonce à cet extrait');
    expect(told('')?.correction).toBeUndefined();
    for (const call of [
      '{% render "s", nonce: nonce %}',
      '{% include "s" %}',
      '{% render "s" with nonce as nonce %}',
    ]) {
      expect(corrected(snippet, 'snippets/s.liquid', { [SECTION]: call })).toBe(
        '<script nonce="{{ nonce }}">a()</script>',
      );
    }
  });
});

describe('addresses and events', () => {
  it.each([
    ['<button onclick="a()">b</button>', 'evenement_bloque', 'onclick'],
    ['<a href="javascript:a()">b</a>', 'adresse_bloquee', 'javascript:a()'],
    ['<a href="JavaScript:{{ a }}">b</a>', 'adresse_bloquee', 'JavaScript:'],
    ['<img src="http://exemple.fr/a.png" alt="">', 'adresse_bloquee', 'http://exemple.fr/a.png'],
    ['<iframe src="http://exemple.fr/"></iframe>', 'adresse_bloquee', 'http://exemple.fr/'],
    ['<iframe src="data:text/html,a"></iframe>', 'adresse_bloquee', 'data:text/html,a'],
    ['<video src="http://exemple.fr/{{ a }}.mp4"></video>', 'adresse_bloquee', 'http://exemple.fr/'],
    ['<link rel="stylesheet" href="https://exemple.fr/a.css">', 'adresse_bloquee', 'https://exemple.fr/a.css'],
    ['<link rel="stylesheet" href="//exemple.fr/a.css">', 'adresse_bloquee', '//exemple.fr/a.css'],
    [
      '<link rel="preload" as="font" href="https://exemple.fr/a.woff2" crossorigin>',
      'adresse_bloquee',
      'https://exemple.fr/a.woff2',
    ],
    ['<form action="https://exemple.fr/envoi"></form>', 'adresse_bloquee', 'https://exemple.fr/envoi'],
    ['<form action="mailto:a@exemple.fr"></form>', 'adresse_bloquee', 'mailto:a@exemple.fr'],
    ['<object data="/a.swf"></object>', 'adresse_bloquee', '/a.swf'],
    ['<base href="/a/">', 'adresse_bloquee', '/a/'],
    [
      '<style nonce="{{ nonce }}">@import url("https://exemple.fr/a.css");</style>',
      'adresse_bloquee',
      'https://exemple.fr/a.css',
    ],
    ['{% style %}@import "//exemple.fr/a.css";{% endstyle %}', 'adresse_bloquee', '//exemple.fr/a.css'],
    [
      '{% stylesheet %}a{background:url(https://exemple.fr/a.png)}@font-face{font-family:B;src:url("https://exemple.fr/b.woff2")}{% endstylesheet %}',
      'adresse_bloquee',
      'https://exemple.fr/b.woff2',
    ],
    [
      '{% style %}a{background:url(http://exemple.fr/a.png)}{% endstyle %}',
      'adresse_bloquee',
      'http://exemple.fr/a.png',
    ],
    [
      '<p style="color: red; background: url(http://exemple.fr/a.png)">a</p>',
      'adresse_bloquee',
      'http://exemple.fr/a.png',
    ],
  ])('%s', (source, code, at) => {
    const [one, ...others] = inSection(source);
    expect([one?.code, others]).toEqual([code, []]);
    expect(source.slice((one?.colonne ?? 0) - 1, (one?.colonne_fin ?? 0) - 1)).toBe(at);
  });

  it.each([
    '<img src="https://exemple.fr/a.png" alt=""><img src="{{ a | asset_url }}" alt=""><img src="data:image/png,a" alt="">',
    '<iframe src="https://exemple.fr/"></iframe><iframe src="/a"></iframe><iframe src="about:blank"></iframe>',
    '<a href="https://exemple.fr/" one-data="a" on-tap="b" once="c">a</a><a href="mailto:a@exemple.fr">b</a><a href="#">c</a>',
    '<form action="/contact"></form><form action="{{ a }}"></form><form action="https://{{ a }}/b"></form><form></form>',
    '<link rel="stylesheet" href="https://exemple.fr/a.css" nonce="{{ nonce }}"><link rel="canonical" href="http://exemple.fr/">',
    '<link rel="preconnect" href="https://exemple.fr"><link rel="alternate stylesheet" href="https://exemple.fr/">',
    '{% style %}@import "/a.css";a{background:url(https://exemple.fr/a.png)}@font-face{src:url(/polices/a.woff2)}{% endstyle %}',
    '<source src="https://exemple.fr/a.mp4"><base target="_blank">',
  ])('nothing is said of %s', (source) => expect(inSection(source)).toEqual([]));
});

it('what the diagnostics know is what browsers are told', () => {
  const told = sitePolicy('abc');
  expect(told).toContain("script-src 'nonce-abc'; style-src 'self' 'nonce-abc'; ");
  for (const [directive, address] of [
    ['img-src', 'https://exemple.fr/'],
    ['media-src', 'https://exemple.fr/'],
    ['form-action', 'https://exemple.fr/'],
    ['frame-src', 'http://exemple.fr/'],
  ] as const) {
    const sources = new RegExp(`${directive} ([^;]*)`).exec(told)?.[1]?.split(' ');
    expect(isBlocked(directive, address)).toBe(!sources?.includes(`${new URL(address).protocol}`));
  }
});
