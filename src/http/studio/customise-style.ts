/** The look of the page on which a theme is changed without code. */
export const CUSTOMISE_STYLE = `
body { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100dvh; overflow: hidden; }
.workspace { display: grid; grid-template-rows: auto auto auto minmax(0, 1fr); grid-template-columns: minmax(0, 1fr); min-height: 0; }
.first-words { padding: 2rem; }
.workspace fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
.icon { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.icon-grip { stroke-width: 2.25; }
.bar-top { grid-row: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .375rem 1.25rem; padding: .5rem 1rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.bar-top h1 { display: flex; align-items: center; gap: .625rem; margin: 0; font-size: 1.125rem; min-width: 0; }
.bar-top .badge { font-family: ui-sans-serif, system-ui, sans-serif; }
.ways { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .9375rem; }
.bar-acts { display: flex; align-items: center; gap: .375rem; margin-left: auto; }
.save-state { min-width: 8.5rem; padding-inline: .5rem; text-align: right; font-size: .875rem; color: var(--soft); }
.tool { display: inline-flex; align-items: center; justify-content: center; width: 2.25rem; min-height: 2.25rem; padding: 0; background: none; border-color: transparent; }
.tool:hover:not(:disabled) { background: var(--raised); border-color: transparent; }
.tool[aria-pressed=true] { color: var(--rust); background: var(--raised); }
[aria-disabled=true] { opacity: .55; cursor: default; }
button.primary[aria-disabled=true] { opacity: 1; color: var(--soft); background: var(--raised); border-color: var(--line); filter: none; }
.notices { grid-row: 2; }
.bar.notice { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .375rem 1rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line); }
.bar.notice.info { border-left-color: var(--good); background: var(--raised); }
.bar.notice p { margin: 0; }
.acts { display: flex; flex-wrap: wrap; gap: .5rem; }
.plain { background: none; border-color: transparent; }
.turns { grid-row: 3; display: none; }
.customise { grid-row: 4; display: grid; grid-template-columns: minmax(20rem, 25rem) minmax(0, 1fr); grid-template-rows: minmax(0, 1fr); min-height: 0; }
.panel { min-height: 0; background: var(--paper); border-right: 1px solid var(--line); }
.panel-scroll { position: relative; height: 100%; overflow-y: auto; overscroll-behavior: contain; padding: 1rem 1rem 4rem; scrollbar-gutter: stable; }
.panel h2 { margin: 0 0 .625rem; font-size: 1.0625rem; }
.panel h2:focus { outline: none; }
.panel section + section { margin-top: 1.75rem; }
.panel h3 { margin: 1.5rem 0 .5rem; font: 600 .9375rem/1.3 ui-sans-serif, system-ui, sans-serif; }
.panel-head { display: flex; align-items: center; gap: .375rem; margin: -.25rem 0 .75rem -.5rem; }
.panel-head h2 { margin: 0; }

.groups { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .5rem; margin: 0; padding: 0; list-style: none; }
.group { width: 100%; min-height: 2.75rem; justify-content: space-between; text-align: left; }
.group .icon { color: var(--soft); }
.swatches { display: inline-flex; padding-left: .375rem; }
.swatches span { width: 1.125rem; height: 1.125rem; margin-left: -.375rem; border: 2px solid var(--paper); border-radius: 50%; box-shadow: 0 0 0 1px var(--line); }
.template-choice { display: grid; gap: .25rem; margin-bottom: .75rem; }

.rows { margin: 0; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); }
.row { position: relative; background: var(--paper); border: 1px solid var(--line); border-bottom-width: 0; }
.row:first-child { border-radius: .375rem .375rem 0 0; }
.row:last-child { border-bottom-width: 1px; border-radius: 0 0 .375rem .375rem; }
.row:only-child { border-radius: .375rem; }
.rows.fixed .row { background: var(--raised); }
.rows.fixed { margin-block: .5rem; }
.row-line { display: flex; flex-wrap: wrap; align-items: stretch; }
.row-line > .row-main { flex: 1 1 8rem; min-width: 0; display: grid; align-content: center; justify-items: start; gap: 0; padding: .375rem .625rem; min-height: 2.875rem; text-align: left; background: none; border: 0; border-radius: 0; }
.row-name, .row-about { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row-about { font-weight: 400; font-size: .8125rem; color: var(--soft); }
.handle, .eye { width: 2.25rem; padding: 0; justify-content: center; background: none; border: 0; border-radius: 0; color: var(--soft); }
.handle { cursor: grab; touch-action: none; width: 2rem; }
.handle + .row-main { padding-left: .125rem; }
.hidden-row > .row-line > .row-main { padding-left: 2rem; }
.hidden-row > .row-line > .row-main .row-name { color: var(--soft); text-decoration: line-through; text-decoration-thickness: 1px; }
.row.held { z-index: 2; outline: 3px solid var(--focus); outline-offset: -2px; }
.rows.dragging .row { transition: transform .15s; user-select: none; }
.rows.dragging .row.dragged { z-index: 3; transition: none; border-bottom-width: 1px; box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / .25); cursor: grabbing; }
.row.open > .row-line > .row-main .row-name { color: var(--rust); }
.add { width: 100%; justify-content: center; margin-top: .5rem; border-style: dashed; background: none; }
.tools { display: flex; gap: .125rem; }
.workspace .tools { margin: 0 0 .75rem -.5rem; }
.workspace .panel-head + .tools { margin-bottom: 1rem; }
.blocks { margin-top: 1.75rem; }
.blocks h3 { display: flex; justify-content: space-between; }
.blocks .count { font-weight: 400; color: var(--soft); }
.block-body { flex: 1 0 100%; padding: .25rem .75rem 1rem; border-top: 1px solid var(--line); }

.fields { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.125rem; }
.fields > h3 { margin: .5rem 0 -.375rem; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: .3125rem; }
.field > legend { width: 100%; padding: 0; margin-bottom: .1875rem; }
.field textarea { resize: vertical; min-height: 5rem; max-height: 20rem; field-sizing: content; }
.field p { margin: 0; }
.about, .contrast, .problem { font-size: .8125rem; color: var(--soft); }
.problem, .contrast.poor { color: var(--warn); }
.problem { color: var(--bad); }
.name-line { display: flex; align-items: center; justify-content: space-between; gap: .5rem; min-height: 1.5rem; }
.name-line > label, .name-line > span { font-weight: 500; font-size: .9375rem; }
.reset { flex: none; width: 1.75rem; min-height: 1.5rem; padding: 0; justify-content: center; color: var(--soft); background: none; border-color: transparent; }
.reset:hover:not(:disabled) { background: var(--raised); border-color: transparent; }
.code { font-family: var(--mono); font-size: .875rem; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: .375rem; }
.hint { justify-self: start; font-size: .875rem; }
.with-unit, .range, .colour, .check { display: flex; align-items: center; gap: .5rem; }
.range input { flex: 1; min-width: 0; height: 2.25rem; accent-color: var(--rust); }
.range output { min-width: 4rem; text-align: right; font-variant-numeric: tabular-nums; }
.check input, .radio input, .font input, .side input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--rust); }
.check { min-height: 2.25rem; }
.radios { display: grid; gap: .125rem; }
.radio { display: flex; align-items: center; gap: .5rem; min-height: 2rem; font-weight: 400; }
.colour input[type=color] { flex: none; width: 3rem; height: 2.25rem; padding: .1875rem; background: var(--paper); border: 1px solid var(--control); border-radius: .375rem; cursor: pointer; }
.contrast { display: flex; align-items: center; gap: .5rem; }
.sample { flex: none; padding: 0 .375rem; border: 1px solid var(--line); border-radius: .25rem; font-weight: 600; }
.sample::before { content: "Aa"; }
.image-now { display: flex; align-items: center; gap: .75rem; }
.image-now img, .no-image { flex: none; width: 6rem; height: 4.5rem; object-fit: contain; border: 1px solid var(--line); border-radius: .375rem; background: repeating-conic-gradient(#e9e5dd 0 25%, #faf8f4 0 50%) 0 0 / 16px 16px; }
.no-image { display: grid; place-items: center; padding: .25rem; text-align: center; font-size: .8125rem; color: var(--soft); background: var(--raised); }
.image-acts { display: flex; flex-wrap: wrap; gap: .375rem; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(5rem, 1fr)); gap: .375rem; max-height: 18rem; overflow-y: auto; padding: .1875rem; }
.workspace .pictures { padding: .1875rem; }
.picture { padding: 0; overflow: hidden; aspect-ratio: 4 / 3; background: repeating-conic-gradient(#e9e5dd 0 25%, #faf8f4 0 50%) 0 0 / 16px 16px; }
.picture img { width: 100%; height: 100%; object-fit: contain; }
.picture[aria-pressed=true] { outline: 3px solid var(--rust); outline-offset: -1px; }
.picture:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; }
.alt { display: grid; gap: .25rem; font-size: .875rem; font-weight: 400; }
.font-now { width: 100%; justify-content: flex-start; font-size: 1.125rem; min-height: 2.75rem; }
.font-now::after { content: ""; margin-left: auto; width: .5rem; height: .5rem; border: solid; border-width: 0 1.5px 1.5px 0; transform: translateY(-.125rem) rotate(45deg); }
.workspace .fonts { max-height: 22rem; overflow-y: auto; padding: .25rem; border: 1px solid var(--line); border-radius: .375rem; }
.font { display: flex; align-items: center; gap: .625rem; min-height: 2.5rem; padding-inline: .375rem; font-size: 1.125rem; font-weight: 400; border-radius: .25rem; cursor: pointer; }
.font:hover { background: var(--raised); }
.rich { border: 1px solid var(--control); border-radius: .375rem; background: var(--paper); }
.rich-tools { display: flex; gap: .125rem; padding: .125rem; border-bottom: 1px solid var(--line); }
.rich-text { min-height: 5.5rem; max-height: 20rem; overflow-y: auto; padding: .5rem .625rem; overflow-wrap: anywhere; }
.rich-text > :first-child { margin-top: 0; }
.rich-text > :last-child { margin-bottom: 0; }
.rich-text p { margin: 0 0 .625rem; }
.link-form { display: grid; grid-template-columns: minmax(0, 1fr); gap: .375rem; padding: .5rem; background: var(--raised); border-bottom: 1px solid var(--line); }

.preview { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); min-height: 0; min-width: 0; background: var(--raised); }
.preview-bar { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; padding: .25rem .75rem; background: var(--paper); border-bottom: 1px solid var(--line); font-size: .875rem; }
.preview-address { min-width: 3rem; max-width: 40%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-family: var(--mono); }
.widths { display: flex; }
.preview-told { margin-left: auto; color: var(--soft); font-variant-numeric: tabular-nums; }
.preview-told.bad { color: var(--bad); }
.stage { position: relative; min-height: 0; overflow: hidden; display: flex; justify-content: center; }
.frame-host { position: relative; flex: none; transform-origin: top center; background: #fff; }
.frame-host.device { box-shadow: 0 0 0 1px var(--line), 0 .5rem 2rem rgb(0 0 0 / .15); }
.preview-frame { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; background: #fff; }
.preview-frame.arriving { visibility: hidden; }

.add-dialog h2, .conflict h2 { margin: 0 0 .75rem; font-size: 1.25rem; }
.offers { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .5rem; max-height: 50dvh; overflow-y: auto; margin: .75rem 0 1rem; padding: .1875rem; list-style: none; }
.offers button { width: 100%; min-height: 3rem; text-align: left; }
.conflict fieldset { margin-bottom: 1rem; }
.conflict legend { font-weight: 600; padding: 0; }
.side { display: flex; gap: .625rem; align-items: flex-start; padding: .5rem 0; font-weight: 400; }
.side span { display: grid; }
.side-value { color: var(--soft); overflow-wrap: anywhere; white-space: pre-line; }

@media (max-width: 860px) {
  .top nav, .top .end { display: none; }
  .top { padding-block: .25rem; }
  .bar-top { padding-inline: .75rem; }
  .bar-acts { margin-left: 0; width: 100%; }
  .save-state { flex: 1; min-width: 0; }
  .turns { display: grid; grid-template-columns: 1fr 1fr; background: var(--paper); border-bottom: 1px solid var(--line); }
  .turns button { justify-content: center; min-height: 2.75rem; background: none; border: 0; border-bottom: 3px solid transparent; border-radius: 0; }
  .turns [aria-pressed=true] { color: var(--rust); border-bottom-color: var(--rust); font-weight: 600; }
  .customise { grid-template-columns: minmax(0, 1fr); }
  .panel { border-right: 0; }
  .shows-form > .preview, .shows-preview > .panel { display: none; }
  .preview-told { margin-left: 0; }
}
@media (prefers-reduced-motion: reduce) { .rows.dragging .row { transition: none; } }
`;
