/** What the page of a rehearsal has besides the style of the pages without an editor. */
export const REHEARSAL_STYLE = `
.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.filters legend { float: left; margin: 0 .5rem 0 0; }
.filters .option { padding: .25rem .75rem; }
.rehearsed { display: grid; border-top: 1px solid var(--line); }
.rehearsed > li { border-bottom: 1px solid var(--line); min-width: 0; }
.rehearsed summary { display: grid; grid-template-columns: 7rem minmax(0, 1fr) auto .75rem; gap: .25rem 1rem; align-items: baseline; padding: .625rem .25rem; cursor: pointer; list-style: none; }
.rehearsed summary::-webkit-details-marker { display: none; }
.rehearsed summary::after { content: ""; width: .4375rem; height: .4375rem; border: solid currentColor; border-width: 0 2px 2px 0; transform: translateY(-25%) rotate(45deg); align-self: center; }
.rehearsed details[open] > summary::after { transform: translateY(25%) rotate(225deg); }
.rehearsed summary:hover .path { color: var(--rust); }
.rehearsed .path { font: .9375rem var(--mono); overflow-wrap: anywhere; }
.rehearsed .figures { font-size: .875rem; color: var(--soft); text-align: end; }
.state { font-size: .875rem; font-weight: 500; }
.state::before { content: ""; display: inline-block; width: .5625rem; height: .5625rem; margin-inline-end: .5rem; border-radius: 50%; border: 2px solid currentColor; }
.state.changee { color: var(--warn); } .state.changee::before { background: currentColor; }
.state.echouee { color: var(--bad); } .state.echouee::before { background: currentColor; border-radius: 0; transform: rotate(45deg); }
.state.egale { color: var(--good); }
.state.omise { color: var(--soft); }
.findings { display: grid; gap: 1rem; padding: .25rem .25rem 1.5rem; min-width: 0; }
.findings h3 { font-size: 1.0625rem; }
.findings > div { display: grid; gap: .375rem; min-width: 0; }
.findings ul { display: grid; gap: .25rem; padding-left: 1rem; border-left: 3px solid var(--line); font-size: .9375rem; overflow-wrap: anywhere; }
.pictures { grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem !important; }
.pictures figure { display: grid; gap: .375rem; margin: 0; min-width: 0; align-content: start; }
.pictures figcaption { font-weight: 500; font-size: .9375rem; }
.pictures .shot { position: relative; overflow: hidden; aspect-ratio: 4 / 3; border: 1px solid var(--line); border-radius: .375rem; background: #fff; container-type: inline-size; }
.pictures .shot p { padding: 1rem; color: #22252b; }
.pictures iframe { position: absolute; inset: 0 auto auto 0; width: 1280px; height: 960px; border: 0; background: #fff; transform-origin: 0 0; }
.html-difference { max-height: 28rem; margin: 0; padding: .75rem; overflow: auto; font: .8125rem/1.5 var(--mono); background: var(--paper); border: 1px solid var(--line); border-radius: .375rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.html-difference span { display: block; }
.html-difference .added { color: var(--good); }
.html-difference .removed { color: var(--bad); }
.html-difference .place { color: var(--soft); }
@media (max-width: 40rem) { .rehearsed summary { grid-template-columns: minmax(0, 1fr) .75rem; } .rehearsed .figures { text-align: start; } .rehearsed .path, .rehearsed .figures { grid-column: 1; } .rehearsed summary::after { grid-area: 1 / 2; } }
`;
