/** The look of the profile of a page, besides that of the code editor. */
export const PROFILE_STYLE = `
.preview-bar .profile-button { flex: none; min-height: 1.875rem; padding: .125rem .625rem; font-size: .8125rem; }
dialog.profile { max-width: 80rem; width: calc(100% - 2rem); height: calc(100% - 2rem); max-height: none; }
dialog.profile[open] { display: flex; flex-direction: column; }
dialog.profile h2 { margin-bottom: .5rem; overflow-wrap: anywhere; }
dialog.profile > p { flex: none; margin: .25rem 0; }
dialog.profile .widths { margin: .25rem 0; }
.profile-keys, .profile-told { font-size: .8125rem; }
.profile-told { min-height: 2.5rem; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.flame-place { flex: 2 1 12rem; min-height: 6rem; overflow-y: auto; border: 1px solid var(--line); background: var(--ground); }
.flame { position: relative; }
.block { position: absolute; display: block; min-height: 0; height: 1.5rem; padding: 0 .25rem; overflow: hidden; text-align: left; text-overflow: ellipsis; white-space: nowrap; border: 1px solid var(--ground); border-radius: 0; font: .75rem/1.375rem var(--mono); color: var(--ink); background: var(--raised); transition: none; }
span.block { padding: 0; border-width: 0; border-left-width: .5px; border-bottom-width: 1px; }
button.block:hover:not(:disabled), button.block:focus-visible { color: var(--ink); border-color: var(--ink); outline-offset: -2px; z-index: 1; }
.block.of-page { background: light-dark(#e3ddd0, #3b3f47); } .block.of-layout { background: light-dark(#d3def0, #2c3f5e); }
.block.of-section { background: light-dark(#f3d9c4, #5a3a25); } .block.of-snippet { background: light-dark(#d5e8d4, #2a4a34); }
.block.of-tag { background: light-dark(#f4e9b8, #4d451f); } .block.of-autres { background: light-dark(#e8e8e8, #33363c); }
.profile-rows { flex: 3 1 12rem; min-height: 6rem; overflow: auto; border: 1px solid var(--line); }
.profile-rows table { width: 100%; border-collapse: collapse; font-size: .8125rem; font-variant-numeric: tabular-nums; }
.profile-rows th, .profile-rows td { padding: .25rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
.profile-rows thead th { position: sticky; top: 0; background: var(--paper); }
.profile-rows th:first-child { width: 99%; text-align: left; font-weight: 400; white-space: normal; overflow-wrap: anywhere; }
.profile-rows .link { font: .75rem/1.5 var(--mono); min-height: 1.5rem; }
@media (max-width: 900px) { .profile-rows td:nth-child(n + 4), .profile-rows th:nth-child(n + 4) { display: none; } }
`;
