/** What the pages without an editor have besides the common style. */
export const PAGES_STYLE = `
h1, h2, h3, h4, p, ul, dl { margin: 0; }
.page { display: grid; gap: clamp(2.25rem, 5vw, 4rem); align-content: start; }
.page > *, .page section, #themes { min-width: 0; }
.page { max-width: 80rem; }
.page.narrow { max-width: 44rem; }
.head { display: grid; gap: .75rem 2.5rem; }
.head h1 { font-size: clamp(2.25rem, 6vw, 4rem); line-height: 1.05; letter-spacing: -.02em; }
.head > div { display: grid; gap: .75rem; align-content: end; }
section { display: grid; gap: 1.25rem; }
section > h2 { font-size: clamp(1.5rem, 3vw, 2rem); padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
section > h3 { font-size: 1.25rem; }
section > .catalog + h3 { margin-top: 1.25rem; }
#themes { display: grid; gap: inherit; }
.page ul { list-style: none; padding: 0; }
.addresses { overflow-wrap: anywhere; }
.badges { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; }
.acts { display: flex; flex-wrap: wrap; gap: .5rem; }
.theme .acts > *, .card .acts > * { font-size: .9375rem; padding-inline: .6875rem; }
.theme .acts { gap: .375rem; }
.theme .acts.more button { border-color: transparent; background: none; padding-inline: .4375rem; color: var(--soft); min-height: 2rem; }
.acts.more button:hover:not(:disabled) { color: var(--rust); border-color: var(--line); }
.acts.more button:disabled { opacity: 1; text-decoration: line-through; }
.acts.more button.danger { color: var(--bad); }
.theme .acts.more { margin-inline-start: -.4375rem; gap: 0 .125rem; }
.refusal { padding: .625rem .875rem; border-left: 3px solid var(--bad); background: var(--bad-ground); overflow-wrap: anywhere; }
.refusal:empty { display: none; }
.note:empty { margin-top: -1rem; }
.note { color: var(--good); }
.empty { display: grid; gap: .5rem; justify-items: start; padding: clamp(1.25rem, 4vw, 2.5rem); border: 1px dashed var(--control); border-radius: .5rem; }
.empty p:first-child { font: 600 1.25rem/1.3 Fraunces, ui-serif, Georgia, serif; }
.picture, .plate { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; border: 1px solid var(--line); border-radius: .5rem; object-fit: cover; }
.plate { display: grid; place-items: center; padding: 1rem; overflow: hidden; text-align: center; overflow-wrap: anywhere; font: 600 clamp(1.5rem, 4vw, 2.5rem)/1.1 Fraunces, ui-serif, Georgia, serif; color: var(--rust); background: repeating-linear-gradient(0deg, transparent 0 1.4375rem, var(--line) 1.4375rem 1.5rem), var(--paper); }
.sites { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); gap: clamp(2rem, 4vw, 3rem) clamp(1.25rem, 3vw, 2rem); }
.card { display: grid; gap: .75rem; align-content: start; }
.cover { position: relative; display: grid; gap: .875rem; }
.cover h2 { font-size: 1.5rem; }
.cover h2 a { text-decoration: none; }
.cover h2 a::after { content: ""; position: absolute; inset: 0; }
.cover h2 a:focus-visible { outline: 0; }
.cover h2 a:focus-visible::after { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .5rem; }
.cover .picture, .cover .plate { transition: box-shadow .2s; }
.cover:hover .picture, .cover:hover .plate { box-shadow: 0 0 0 3px var(--rust); }
.card .acts { margin-top: .25rem; }
.theme { display: grid; gap: 1.25rem; align-content: start; }
.theme .about, .key, .requests article { display: grid; gap: .875rem; align-content: start; min-width: 0; }
.theme h3 { font-size: 1.375rem; }
.theme.published h3 { font-size: clamp(1.75rem, 4vw, 2.75rem); line-height: 1.1; letter-spacing: -.01em; }
.theme.published > .picture, .theme.published > .plate { box-shadow: 0 1.5rem 3rem -2rem rgb(40 25 10 / .45); }
.drafts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); gap: clamp(2rem, 4vw, 3rem) clamp(1.25rem, 3vw, 2rem); }
.facts { padding-block: .5rem; border-block: 1px solid var(--line); }
.facts > div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .75rem; padding-block: .1875rem; }
.facts dt, .fields dt { color: var(--soft); }
.facts { font-size: .9375rem; }
.fields dt { font-size: .875rem; }
.facts dd, .fields dd { margin: 0; overflow-wrap: anywhere; }
.difference summary { cursor: pointer; padding: .25rem 0; }
.difference summary:hover { color: var(--rust); }
.difference p { margin-top: .5rem; font-weight: 500; font-size: .9375rem; }
.paths { font: .875rem/1.6 var(--mono); overflow-wrap: anywhere; }
.page .paths { padding-left: 1rem; border-left: 3px solid var(--line); margin-top: .25rem; }
.catalog { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14.5rem, 100%), 1fr)); gap: 2rem 1.5rem; }
.catalog li { display: grid; gap: .5rem; grid-template-rows: auto auto 1fr auto; }
.catalog h4 { font: 600 1.25rem/1.2 Fraunces, ui-serif, Georgia, serif; margin-top: .25rem; }
.catalog p { font-size: .9375rem; }
.drop { display: grid; gap: .625rem; padding: clamp(1rem, 3vw, 1.75rem); border: 2px dashed var(--control); border-radius: .5rem; }
.drop.over { border-color: var(--rust); background: var(--raised); }
.drop input[type=file] { min-width: 0; }
.imports:empty { display: none; }
.imports { display: grid; gap: .5rem; }
.imports li { display: grid; gap: .375rem; padding: .625rem .875rem; background: var(--raised); border-radius: .375rem; overflow-wrap: anywhere; }
.imports li.bad { border-left: 3px solid var(--bad); background: var(--bad-ground); }
.imports ul { padding-left: 1rem; font-size: .9375rem; }
progress { width: 100%; accent-color: var(--rust); }
.requests, .keys { display: grid; gap: 1rem; }
.requests article, .key { padding: clamp(1rem, 3vw, 1.5rem); background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; }
.requests h3, .key h2 { font-size: 1.1875rem; }
.requests article > p { overflow-wrap: anywhere; }
.fields { display: grid; gap: .625rem; }
.fields dd { white-space: pre-wrap; max-height: 20rem; overflow-y: auto; }
.key.over { background: none; }
.key.over h2, .key.over > p { color: var(--soft); }
code { font: .875em var(--mono); overflow-wrap: anywhere; }
dialog form { display: grid; gap: 1rem; }
dialog h2 { font-size: 1.5rem; }
dialog p, dialog label, dialog strong { overflow-wrap: anywhere; }
dialog.wide { max-width: 44rem; scroll-padding-bottom: 5rem; }
dialog.wide .picture, dialog.wide .plate { max-height: 14rem; object-position: top; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; display: grid; gap: .5rem; }
legend { font-weight: 500; padding: 0; margin-bottom: .5rem; }
.option { display: flex; gap: .625rem; align-items: baseline; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; font-weight: 400; cursor: pointer; }
.option:has(:checked) { border-color: var(--rust); background: var(--raised); }
.option strong { font-weight: 600; margin-right: .25rem; }
.option input { accent-color: var(--rust); }
.option:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.secret { padding: .75rem 1rem; background: var(--raised); border-radius: .375rem; }
dialog h3 { font: inherit; font-weight: 500; margin-bottom: -.5rem; }
.copied { min-height: 1.5em; }
dialog.wide .acts { position: sticky; bottom: -1.5rem; margin-bottom: -1.5rem; padding-block: .75rem 1.5rem; background: var(--paper); border-top: 1px solid var(--line); }
#mot-de-passe { display: grid; gap: .5rem; }
#mot-de-passe label:not(:first-of-type) { margin-top: .75rem; }
button.quiet { border-color: transparent; background: none; padding-inline: 0; text-decoration: underline; text-underline-offset: .2em; font-weight: 400; }
.announcement { position: fixed; z-index: 1; right: 1rem; bottom: 1rem; max-width: min(28rem, calc(100% - 2rem)); padding: .75rem 1.125rem; color: var(--ground); background: var(--ink); border-radius: .375rem; box-shadow: 0 .5rem 2rem rgb(0 0 0 / .25); overflow-wrap: anywhere; }
.announcement:empty { display: none; }
.announcement a { color: inherit; }
@media (min-width: 56rem) {
  .head:has(> div) { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: end; }
  .theme.published { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); column-gap: clamp(1.5rem, 3.5vw, 3.5rem); }
  .keys, .requests { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
}
@media (max-width: 40rem) {
  .catalog { grid-template-columns: 1fr; gap: 1.25rem; }
  .catalog li { grid-template: auto auto auto / 7.5rem minmax(0, 1fr); gap: .25rem 1rem; align-items: start; align-content: start; }
  .catalog .picture, .catalog .plate { grid-row: 1 / 4; }
  .catalog .plate { font-size: 1rem; padding: .5rem; }
  .drafts .picture, .drafts .plate { aspect-ratio: 2 / 1; object-position: top; }
}
@media (prefers-reduced-motion: reduce) { .cover .picture, .cover .plate { transition: none; } }
`;
