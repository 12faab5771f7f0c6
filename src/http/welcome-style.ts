import { TITLE_FACES } from './catalogue/style.ts';

/** What the platform's home has besides the style of the platform's pages. */
export const WELCOME_STYLE = `
${TITLE_FACES}
:root { --ink: light-dark(#22252b, #e9e7e2); --soft: light-dark(#5b5850, #b3aea3); --line: light-dark(#ddd5c8, #3a3f48); --paper: light-dark(#fffdf9, #1e2127); --rust: light-dark(#9c4421, #f0946a); --on-rust: light-dark(#fffdf9, #16181d); --serif: Fraunces, ui-serif, Georgia, serif; }
body { display: block; }
main { box-sizing: border-box; max-width: 80rem; margin: 0 auto; padding: clamp(1.25rem, 3vw, 2rem) clamp(1rem, 4vw, 3rem) 3rem; border-top: 0; display: grid; gap: clamp(3.5rem, 8vw, 7rem); }
main > *, .hero > * { min-width: 0; }
p, h1, h2, h3, ul { margin: 0; }
ul { list-style: none; padding: 0; }
a { text-underline-offset: .2em; }
a:hover { color: var(--rust); }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--rust); outline-offset: 3px; border-radius: 2px; }
h1, h2, h3, .mark, .tiles a { font-family: var(--serif); font-weight: 600; text-wrap: balance; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem 1.5rem; margin-bottom: calc(-1 * clamp(1.5rem, 4vw, 3.5rem)); }
.mark { font-size: 1.25rem; line-height: 1; padding: .25rem 0; border-bottom: 3px solid var(--rust); }
.bar ul { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; }
.bar a { display: inline-block; padding: .375rem 0; text-decoration: none; }
.bar .enter { padding: .375rem 1rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--paper); }
.bar .enter:hover { border-color: var(--rust); }
.hero { display: grid; gap: clamp(2rem, 5vw, 4rem); align-items: center; }
h1 { font-size: clamp(2.5rem, 7vw, 4.75rem); line-height: 1.02; letter-spacing: -.02em; margin-bottom: 1.5rem; }
.lead { max-width: 34rem; font-size: 1.1875rem; color: var(--soft); }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; margin-top: 1.75rem; }
.ways .primary { padding: .75rem 1.5rem; border-radius: 2rem; font-weight: 600; text-decoration: none; color: var(--on-rust); background: var(--rust); }
.ways .primary:hover { text-decoration: underline; }
.collage { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); }
.collage img { width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; box-shadow: 0 1.5rem 3rem -1.5rem rgb(40 25 10 / .5); grid-row: 1; }
.collage img:nth-child(1) { grid-column: 1 / 11; z-index: 1; }
.collage img:nth-child(2) { grid-column: 7 / 13; grid-row: 2; margin-top: -26%; z-index: 2; }
.collage img:nth-child(3) { grid-column: 2 / 7; grid-row: 2; margin-top: -14%; }
.points { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 2rem clamp(1.5rem, 3vw, 2.5rem); }
.points li { padding-top: 1rem; border-top: 3px solid var(--rust); }
.points h3 { font-size: 1.25rem; line-height: 1.2; margin-bottom: .5rem; }
.points p, .soft { color: var(--soft); }
h2 { font-size: clamp(1.75rem, 4vw, 2.75rem); line-height: 1.1; letter-spacing: -.01em; margin-bottom: .5rem; }
.tiles { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: clamp(.875rem, 2vw, 1.5rem); margin-top: 1.75rem; }
.tiles a { display: block; text-decoration: none; font-size: clamp(1.0625rem, 2vw, 1.25rem); }
.tiles img { box-sizing: border-box; display: block; width: 100%; height: auto; margin-bottom: .375rem; border: 1px solid var(--line); border-radius: .375rem; transition: box-shadow .2s; }
.tiles a:hover img { box-shadow: 0 0 0 3px var(--rust); }
.terminal { display: grid; gap: 1.5rem clamp(1.5rem, 4vw, 4rem); align-items: center; }
.terminal > * { min-width: 0; }
pre { margin: 0; padding: 1.25rem 1.5rem; overflow-x: auto; font: .9375rem/1.9 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: #e9e7e2; background: #22252b; border: 1px solid light-dark(#22252b, #3a3f48); border-radius: .5rem; }
footer { display: flex; flex-wrap: wrap; gap: .5rem 2rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: .9375rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 48rem) { .tiles { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
@media (min-width: 60rem) {
  .hero { grid-template-columns: minmax(0, 7fr) minmax(0, 6fr); }
  .terminal { grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); }
}
@media (prefers-reduced-motion: reduce) { .tiles img { transition: none; } }
`;
