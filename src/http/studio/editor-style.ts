/** The look of the code editor's page, besides that of every page of the studio. */
export const EDITOR_STYLE = `
:root {
  --code-keyword: light-dark(#8a2b6b, #e59ad0); --code-text: light-dark(#2e6b3c, #9fd4a8); --code-number: light-dark(#8a4b00, #f0b878);
  --code-tag: light-dark(#1d4f91, #8fbcff); --code-name: light-dark(#5a4a9c, #bfb2ff); --code-function: light-dark(#0b626b, #76d0da);
  --code-selection: light-dark(#d6e3f7, #2d4263); --code-line: light-dark(#f5efe4, #262a32);
}
html, body { height: 100%; }
body { display: flex; flex-direction: column; overflow: hidden; }
.top { flex: none; padding-block: .25rem; }
.workspace { flex: 1; min-height: 0; display: flex; flex-direction: column; font-size: .9375rem; }
.first-tree { width: 15rem; overflow: hidden; padding: 1rem; font-size: .875rem; color: var(--soft); }
.first-tree ul { margin: 0; padding: 0; list-style: none; }
.first-words { position: absolute; left: 18rem; top: 50%; }
.bar { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; padding: .5rem 1rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.bar h1 { margin: 0; font-size: 1.125rem; }
.bar-end { margin-left: auto; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
.bar button, .bar .button { min-height: 2rem; padding: .25rem .75rem; font-size: .875rem; }
.bar .unsaved, .bar .told { font-size: .8125rem; }
.bar .told { max-width: 22rem; }
.bar .unsaved:empty { display: none; }
button[aria-pressed=true] { background: var(--raised); border-color: var(--control); }
button[aria-disabled=true] { opacity: .55; cursor: default; }
button.quiet { background: none; border-color: transparent; min-height: 1.75rem; padding: .125rem .5rem; font-size: .8125rem; font-weight: 400; }
button.link { display: inline; padding: 0; min-height: 0; border: 0; background: none; text-align: left; font-weight: 400; text-decoration: underline; text-underline-offset: .2em; }
.notices { flex: none; max-height: 40%; overflow-y: auto; }
.workspace .notice { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 0; padding: .5rem 1rem; font-size: .875rem; border-bottom: 1px solid var(--line); }
.workspace .notice.info { border-left-color: var(--focus); background: var(--raised); }
.workspace .notice > button.quiet { margin-left: auto; }
.workspace .notice > button:not(.quiet), .workspace .notice > .button { min-height: 1.75rem; padding: .125rem .625rem; }
.panes { --side: ; flex: 1; min-height: 0; display: grid; grid-template-columns: var(--side) minmax(0, 1fr); }
.panes.with-side { --side: 15rem; }
.panes.with-preview { grid-template-columns: var(--side) minmax(0, 1fr) auto minmax(16rem, var(--share)); }
.panes > * { min-width: 0; min-height: 0; }
.files, .search-panel { display: flex; flex-direction: column; background: var(--ground); border-right: 1px solid var(--line); }
.files-head, .search-head { flex: none; display: flex; gap: .375rem; margin: 0; padding: .5rem; }
.files-head button { flex: auto; justify-content: center; min-height: 1.875rem; padding: .125rem .375rem; font-size: .8125rem; }

.tree { flex: 1; overflow-y: auto; padding: 0 .25rem 1rem; font-size: .875rem; }
.tree .row { display: flex; align-items: center; gap: .375rem; padding: .1875rem .5rem; min-height: 1.75rem; border-radius: .25rem; cursor: pointer; }
.tree .folder { font-weight: 600; color: var(--soft); }
.tree .count { margin-left: auto; font-weight: 400; font-size: .75rem; }
.tree .file { padding-left: 1.75rem; }
.tree .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tree .name.wrong { text-decoration: underline wavy var(--bad) 1px; text-underline-offset: .2em; }
.tree .row:hover { background: var(--raised); }
.tree .file[aria-selected=true] { background: var(--raised); box-shadow: inset 3px 0 var(--rust); font-weight: 500; }
.tree [role=treeitem]:focus-visible { outline-offset: -2px; }
.dot { flex: none; width: .5rem; height: .5rem; margin-left: auto; border-radius: 50%; background: var(--rust); }
.dot.clash { background: var(--bad); border-radius: 0; }
.search-panel .found { margin: 0; padding: 0 .75rem; font-size: .8125rem; min-height: 1.25rem; }
.matches { flex: 1; overflow-y: auto; padding: 0 .75rem 1rem; font-size: .8125rem; }
.matches h2 { margin: .75rem 0 .25rem; font: 600 .8125rem/1.4 ui-sans-serif, system-ui, sans-serif; }
.matches ul { margin: 0; padding: 0; list-style: none; }
.matches .link { display: block; width: 100%; padding: .1875rem 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-decoration: none; }
.matches .line { color: var(--soft); }
.matches code { font-size: .75rem; font-family: var(--mono); }
.matches mark { color: inherit; background: var(--warn-ground); outline: 1px solid var(--warn); font: .75rem var(--mono); }
.file-view { display: flex; flex-direction: column; background: var(--paper); }
.open-files { flex: none; display: flex; margin: 0; padding: 0; list-style: none; overflow-x: auto; background: var(--ground); border-bottom: 1px solid var(--line); scrollbar-width: thin; }
.open-files li { flex: none; display: flex; align-items: center; border-right: 1px solid var(--line); color: var(--soft); }
.open-files li.active { background: var(--paper); color: var(--ink); box-shadow: inset 0 2px var(--rust); }
.open-files button { border: 0; background: none; border-radius: 0; min-height: 2.125rem; font-size: .8125rem; font-weight: 400; }
.open-files .open-file { padding: .25rem .25rem .25rem .75rem; }
.open-files .close { padding: .25rem .5rem; font-size: 1rem; }
.open-files :focus-visible, .file-bar :focus-visible, .problems-head:focus-visible { outline-offset: -3px; }
.file-bar { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; min-height: 2rem; padding: .125rem .75rem; font-size: .8125rem; border-bottom: 1px solid var(--line); }
.file-bar .path { font-family: var(--mono); color: var(--soft); }
.file-acts { margin-left: auto; }
.code { flex: 1; min-height: 0; overflow: hidden; }
.code:focus-within { box-shadow: inset 0 0 0 2px var(--focus); }
.code .cm-editor { height: 100%; }
.filler { flex: 1; padding: 2rem clamp(1rem, 4vw, 3rem); margin: 0; overflow-y: auto; }
.filler dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.25rem; margin: 1.5rem 0 0; }
.filler dd { margin: 0; }
kbd { padding: .0625rem .375rem; font: .8125rem var(--mono); border: 1px solid var(--line); border-bottom-width: 2px; border-radius: .25rem; background: var(--raised); }
.problems { flex: none; max-height: 40%; display: flex; flex-direction: column; border-top: 1px solid var(--line); }
.problems-head { border: 0; border-radius: 0; min-height: 1.875rem; padding: .125rem .75rem; font-size: .8125rem; }
.problems ul { margin: 0; padding: 0; list-style: none; overflow-y: auto; border-top: 1px solid var(--line); }
.problems .link { display: flex; flex-wrap: wrap; gap: .125rem .75rem; width: 100%; padding: .375rem .75rem; font-size: .8125rem; text-decoration: none; border-radius: 0; }
.problems .link:hover:not(:disabled) { background: var(--raised); }
.problems .where, .problems code { font-family: var(--mono); font-size: .75rem; color: var(--soft); }
.severity { font-weight: 600; } .severity.erreur { color: var(--bad); } .severity.avertissement { color: var(--warn); }
.splitter { width: .5rem; cursor: col-resize; background: var(--ground); border: solid var(--line); border-width: 0 1px; touch-action: none; }
.splitter:hover, .splitter.dragged { background: var(--raised); }
.splitter:focus-visible { outline-offset: -2px; }
.preview { display: flex; flex-direction: column; background: var(--raised); }
.preview-bar { flex: none; display: flex; gap: .5rem; padding: .375rem .5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.preview-bar select { flex: 1; min-width: 0; min-height: 1.875rem; padding: .125rem .5rem; font-size: .8125rem; }
.widths { flex: none; display: flex; margin: 0; padding: 0; border: 0; }
.widths button { min-height: 1.875rem; padding: .125rem .5rem; font-size: .8125rem; border-radius: 0; margin-left: -1px; }
.widths button:first-of-type { border-radius: .375rem 0 0 .375rem; } .widths button:last-of-type { border-radius: 0 .375rem .375rem 0; }
.stage-place { position: relative; flex: 1; min-height: 0; overflow: hidden; }
.stage { position: absolute; left: var(--stage-left); top: 0; width: var(--stage-width); height: var(--stage-height); transform: scale(var(--stage-scale)); transform-origin: 0 0; background: light-dark(#fff, #fff); box-shadow: 0 0 0 1px var(--line); }
.splitter.dragged ~ .preview .stage { pointer-events: none; }
.preview-frame { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; background: #fff; }
.preview-frame.arriving { visibility: hidden; }
.preview-foot { flex: none; max-height: 40%; overflow-y: auto; padding: .25rem .75rem; font-size: .8125rem; background: var(--paper); border-top: 1px solid var(--line); }
.preview-foot p, .preview-foot ul { margin: 0; padding: 0; }
.preview-foot li { margin: .25rem 0 .25rem 1rem; }
.preview-foot .trouble { color: var(--bad); font-weight: 500; }
.took { font-variant-numeric: tabular-nums; }
.conflict { flex: 1; overflow-y: auto; padding: 1rem 1.25rem; }
.conflict h2 { margin: 0; font-size: 1.125rem; }
.conflict pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: .8125rem/1.6 var(--mono); }
.conflict .agreed { padding: .25rem .75rem; color: var(--soft); border-left: 3px solid var(--line); }
.choices { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin: .75rem 0; }
.region { margin: .75rem 0; padding: .75rem; border: 1px solid var(--warn); border-radius: .375rem; }
.region .choices { margin-bottom: 0; }
.region button[aria-pressed=true] { color: var(--on-rust); background: var(--rust); border-color: var(--rust); }
.sides { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .5rem; }
.side { border: 1px solid var(--line); border-radius: .25rem; background: var(--ground); }
.side.chosen { border-color: var(--rust); box-shadow: inset 0 0 0 1px var(--rust); }
.side h3 { margin: 0; padding: .25rem .5rem; font: 600 .75rem/1.5 ui-sans-serif, system-ui, sans-serif; background: var(--raised); }
.side pre { padding: .25rem .5rem; }
dialog h2 { margin: 0 0 1rem; font-size: 1.25rem; }
.refusal { display: block; color: var(--bad); font-size: .875rem; }
.references { max-height: 12rem; overflow-y: auto; padding-left: 1.25rem; font-size: .875rem; }
.check { display: flex; align-items: center; gap: .5rem; }
.quick-open { margin-top: 10vh; }
.quick-open [role=listbox] { margin-top: .5rem; max-height: 50vh; overflow-y: auto; }
.quick-open [role=option] { padding: .3125rem .625rem; font: .875rem var(--mono); border-radius: .25rem; cursor: pointer; }
.quick-open [aria-selected=true] { background: var(--rust); color: var(--on-rust); }
@media (max-width: 900px) {
  .panes.with-side { --side: 11rem; }
  .panes.with-preview { grid-template-columns: var(--side) minmax(0, 1fr); }
  .panes.with-preview .file-view, .panes.with-preview .splitter { display: none; }
  .sides { grid-template-columns: 1fr; }
}
@media (max-width: 600px) {
  .panes.with-side { grid-template-columns: minmax(0, 1fr); }
  .panes.with-side > :not(.files, .search-panel) { display: none; }
}
`;
