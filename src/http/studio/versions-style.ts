/** What the page of versions has besides the style of pages without an editor. */
export const VERSIONS_STYLE = `
.versions { display: grid; gap: 2.5rem clamp(1.5rem, 3vw, 3rem); }
.versions .version-list { display: grid; gap: .375rem; margin: -.25rem; padding: .25rem; list-style: none; max-height: 60vh; overflow-y: auto; }
.version-list button { display: grid; justify-items: start; gap: .125rem; width: 100%; text-align: left; font-weight: 400; overflow-wrap: anywhere; }
.version-list button > * { min-width: 0; max-width: 100%; }
.version-list [aria-current] { border-color: var(--rust); background: var(--raised); }
.version-list time, .version-list .soft { font-size: .9375rem; }
.versions > section, .one-version section { align-content: start; }
.one-version > section > h3 { font-size: 1.25rem; }
.one-version > section { gap: .75rem; }
.changed { border: 1px solid var(--line); border-radius: .375rem; background: var(--paper); }
.changed > *:not(summary, table) { margin-inline: .75rem; margin-block: .5rem; }
summary { cursor: pointer; padding: .5rem .75rem; overflow-wrap: anywhere; }
summary:hover { color: var(--rust); }
.difference-lines { width: 100%; border-collapse: collapse; table-layout: fixed; font: .875rem/1.5 var(--mono); --good-ground: light-dark(#e7f3e8, #1d3324); }
.difference-lines td { padding: 0 .5rem; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; }
.difference-lines col.line-number { width: 3.75rem; }
.difference-lines td.line-number { padding-inline: 0; text-align: right; color: var(--soft); user-select: none; white-space: nowrap; }
.difference-lines .added { background: var(--good-ground); }
.difference-lines .removed { background: var(--bad-ground); }
.difference-lines .gap td { padding-block: .25rem; color: var(--soft); background: var(--raised); }
.difference-lines .note { color: var(--soft); }
.sign { display: inline-block; width: 1rem; user-select: none; }
.tree-then { display: grid; gap: .125rem; padding: .25rem .75rem; }
.tree-then button, .changed .quiet { min-height: 1.75rem; text-align: left; overflow-wrap: anywhere; }
.tree-then button { font: .875rem/1.6 var(--mono); }
dialog { margin: auto; }
dialog > * + * { margin-top: 1rem; }
dialog h3 { font: inherit; font-weight: 500; margin-bottom: 0; }
dialog .paths { padding-left: 1rem; border-left: 3px solid var(--line); margin-top: .25rem; max-height: 12rem; overflow-y: auto; }
dialog.file-then { max-width: 64rem; }
.file-text { height: min(60vh, 40rem); overflow: auto; padding: .5rem .75rem; border: 1px solid var(--control); border-radius: .375rem; }
.file-text pre { margin: 0; font: .875rem/1.3125rem var(--mono); content-visibility: auto; }
@media (min-width: 64rem) {
  .versions { grid-template-columns: minmax(18rem, 4fr) minmax(0, 9fr); }
  .versions .version-list { max-height: calc(100vh - 10rem); }
  .versions > section:first-child { position: sticky; top: 1rem; align-self: start; }
}
@media (max-width: 40rem) { .difference-lines col.line-number { width: 2.25rem; } }
`;
