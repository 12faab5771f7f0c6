import { fontFaces } from '../../../engine/fonts/faces.ts';

/** The font of the titles, from this host like the fonts of every site. */
export const TITLE_FACES = fontFaces('fraunces')
  .filter(({ subset }) => subset === 'latin')
  .map(
    ({ weight, address }) =>
      `@font-face { font-family: Fraunces; font-weight: ${weight}; font-display: swap; src: url("${address}") format("woff2"); }`,
  )
  .join('\n');

/** What the storefront has besides the style of the platform's pages. */
export const CATALOGUE_STYLE = `
${TITLE_FACES}
:root { --ink: light-dark(#22252b, #e9e7e2); --soft: light-dark(#5b5850, #b3aea3); --line: light-dark(#ddd5c8, #3a3f48); --paper: light-dark(#fffdf9, #1e2127); --rust: light-dark(#9c4421, #f0946a); --on-rust: light-dark(#fffdf9, #16181d); }
body { display: block; }
main { box-sizing: border-box; max-width: 80rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3rem) clamp(1rem, 4vw, 3rem) 5rem; border-top: 0; }
a { text-underline-offset: .2em; }
a:focus-visible { outline: 3px solid var(--rust); outline-offset: 3px; border-radius: 2px; }
.mark { margin: 0 0 clamp(1.75rem, 4vw, 3rem); }
.mark a { display: inline-block; padding: .25rem 0; font: 600 1.125rem/1 Fraunces, ui-serif, Georgia, serif; text-decoration: none; border-bottom: 3px solid var(--rust); }
h1, h3, .plate { font-family: Fraunces, ui-serif, Georgia, serif; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: clamp(2.75rem, 9vw, 6rem); line-height: 1; letter-spacing: -.02em; margin: 0 0 1.25rem; }
.lead { max-width: 32rem; margin: 0 0 clamp(1.5rem, 3vw, 2.25rem); font-size: 1.1875rem; color: var(--soft); }
.filter { padding: 1rem 0; border-block: 1px solid var(--line); }
.filter ul, .glance ul, .themes, .trades, .traits { list-style: none; margin: 0; padding: 0; }
.filter ul { display: flex; flex-wrap: wrap; gap: .5rem; }
.filter a { display: block; padding: .375rem .875rem; border: 1px solid var(--line); border-radius: 2rem; text-decoration: none; background: var(--paper); }
.filter a:hover { border-color: var(--rust); }
.filter a[aria-current] { color: var(--on-rust); background: var(--rust); border-color: var(--rust); }
.count { margin: 1.25rem 0; font-size: 1.0625rem; font-weight: 400; color: var(--soft); }
.glance { margin-bottom: clamp(3rem, 8vw, 6.5rem); }
.glance ul { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: clamp(.875rem, 2vw, 1.5rem); }
.glance a { display: block; text-decoration: none; font: 600 clamp(1.125rem, 2vw, 1.375rem)/1.2 Fraunces, ui-serif, Georgia, serif; overflow-wrap: anywhere; }
.glance img, .tile { box-sizing: border-box; display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; margin-bottom: .5rem; border: 1px solid var(--line); border-radius: .375rem; transition: box-shadow .2s; }
.glance a:hover img, .glance a:hover .tile { box-shadow: 0 0 0 3px var(--rust); }
.glance a:hover { color: var(--rust); }
.themes > li { scroll-margin-top: 1.5rem; }
.themes > li + li { margin-top: clamp(3rem, 8vw, 6.5rem); }
article { display: grid; gap: clamp(1.25rem, 3.5vw, 3.5rem); align-items: start; }
article > img, .plate { box-sizing: border-box; width: 100%; height: auto; aspect-ratio: 4 / 3; border: 1px solid var(--line); border-radius: .5rem; box-shadow: 0 1.5rem 3rem -2rem rgb(40 25 10 / .45); }
.tile { background: repeating-linear-gradient(0deg, transparent 0 .9375rem, var(--line) .9375rem 1rem), var(--paper); }
.plate { display: grid; place-items: center; margin: 0; padding: 1rem; font-size: clamp(2.5rem, 8vw, 5.5rem); color: var(--rust); background: repeating-linear-gradient(0deg, transparent 0 1.9375rem, var(--line) 1.9375rem 2rem), var(--paper); }
@media (max-width: 30rem) { .lead { font-size: 1.0625rem; } .filter ul { gap: .375rem; } .filter a { padding: .25rem .6875rem; font-size: .9375rem; } }
@media (min-width: 48rem) { .glance ul { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
@media (min-width: 60rem) {
  header { display: grid; grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: end; column-gap: clamp(1.25rem, 3.5vw, 3.5rem); }
  .mark { grid-column: 1 / -1; }
  article { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); }
  .themes > li:nth-child(even) article { grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); }
  .themes > li:nth-child(even) article > :first-child { order: 1; }
}
h3 { display: inline; margin: 0; font-size: clamp(2rem, 4vw, 3rem); line-height: 1.05; letter-spacing: -.01em; }
h3 + .version { display: inline; margin-left: .75rem; font-size: .875rem; color: var(--soft); white-space: nowrap; }
.for { margin: .75rem 0 1rem; font-size: 1.125rem; }
.traits li { padding: .5rem 0 .5rem 1.75rem; border-top: 1px solid var(--line); position: relative; }
.traits li:last-child { border-bottom: 1px solid var(--line); }
.traits li::before { content: ""; position: absolute; left: .25rem; top: 1.125rem; width: .5rem; height: .5rem; border-radius: 50%; background: var(--rust); }
.demo { display: inline-block; margin: .5rem 0; padding: .625rem 1.25rem; border-radius: 2rem; font-weight: 600; text-decoration: none; color: var(--on-rust); background: var(--rust); }
.demo:hover { text-decoration: underline; }
h4 { margin: 1.25rem 0 .375rem; font-size: .875rem; font-weight: 600; color: var(--soft); }
.trades { font-size: .9375rem; display: flex; flex-wrap: wrap; gap: .125rem 1rem; }
.trades a { display: inline-block; padding: .125rem 0; }
.trades a:hover, .mark a:hover { color: var(--rust); }
.editions { grid-column: 1 / -1; order: 2; }
.editions h4 { margin-top: 0; }
summary { padding: .5rem 0; border-block: 1px solid var(--line); cursor: pointer; }
summary:hover { color: var(--rust); }
summary:focus-visible { outline: 3px solid var(--rust); outline-offset: 3px; border-radius: 2px; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: .75rem 1.5rem; margin: .75rem 0; }
dl > div { padding: .375rem .75rem; border-radius: .375rem; }
dl > div:target, dl > div:has(.badge) { background: light-dark(#f3e6da, #2c2622); }
dt { font-weight: 600; }
dd { margin: 0; color: light-dark(#4d4a43, #c3beb3); }
.badge { margin-left: .375rem; padding: .0625rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 400; color: var(--on-rust); background: var(--rust); white-space: nowrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { .glance img, .tile { transition: none; } }
@media print { nav, .demo { display: none; } article { break-inside: avoid; } }
`;
