/**
 * The look of every page of the studio: colours as variables, in light and dark, and the parts that several pages have. What one page
 * has alone stands in a style of its own.
 */
export const STUDIO_STYLE = `
:root {
  color-scheme: light dark; font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
  --ink: light-dark(#22252b, #e9e7e2); --soft: light-dark(#5b5850, #b3aea3); --line: light-dark(#ddd5c8, #3a3f48);
  --ground: light-dark(#faf8f4, #16181d); --paper: light-dark(#fffdf9, #1e2127); --raised: light-dark(#f1ece2, #282c34);
  --rust: light-dark(#9c4421, #f0946a); --on-rust: light-dark(#fffdf9, #16181d); --focus: light-dark(#1d4f91, #9cc4ff);
  --good: light-dark(#2e6b3c, #8fd19e); --bad: light-dark(#b3261e, #ff8a80); --bad-ground: light-dark(#fbe9e7, #3a2322);
  --warn: light-dark(#7a5200, #f2c46d); --warn-ground: light-dark(#fdf3dc, #382d17);
  --control: light-dark(#77726a, #8d8f96); --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); }
h1, h2, h3 { font-family: Fraunces, ui-serif, Georgia, serif; font-weight: 600; line-height: 1.2; overflow-wrap: anywhere; text-wrap: balance; }
a { color: inherit; text-underline-offset: .2em; }
a:hover { color: var(--rust); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
button, .button, input, select, textarea { font: inherit; color: inherit; }
button, .button {
  display: inline-flex; align-items: center; gap: .375rem; padding: .4375rem .875rem; min-height: 2.25rem; cursor: pointer;
  background: var(--paper); border: 1px solid var(--line); border-radius: .375rem; text-decoration: none; font-weight: 500; line-height: 1.25;
}
button:hover:not(:disabled), .button:hover { border-color: var(--rust); color: var(--rust); }
button:disabled { opacity: .55; cursor: not-allowed; }
button.primary, .button.primary { color: var(--on-rust); background: var(--rust); border-color: var(--rust); }
button.primary:hover:not(:disabled), .button.primary:hover { color: var(--on-rust); filter: brightness(1.08); }
button.danger { color: var(--bad); border-color: currentColor; }
input:not([type=checkbox], [type=radio], [type=range], [type=color]), select, textarea {
  width: 100%; padding: .4375rem .625rem; min-height: 2.25rem; background: var(--paper); border: 1px solid var(--control); border-radius: .375rem;
}
label { font-weight: 500; }
.soft { color: var(--soft); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.notice { padding: .75rem 1rem; border-left: 3px solid var(--warn); background: var(--warn-ground); }
.notice.calm { border-left-color: var(--control); background: var(--raised); }
.notice.bad, [role=alert].bad { border-left-color: var(--bad); background: var(--bad-ground); }
.badge { display: inline-block; padding: .0625rem .5rem; font-size: .8125rem; font-weight: 500; border: 1px solid var(--line); border-radius: 1rem; background: var(--raised); }
.badge.live { color: var(--good); border-color: currentColor; background: none; }
dialog { max-width: 34rem; width: calc(100% - 2rem); padding: 1.5rem; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; box-shadow: 0 1rem 4rem rgb(0 0 0 / .3); }
dialog::backdrop { background: rgb(20 15 10 / .5); }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; padding: .625rem clamp(1rem, 3vw, 2rem); background: var(--paper); border-bottom: 1px solid var(--line); }
.top .mark { font: 600 1.125rem/1 Fraunces, ui-serif, Georgia, serif; text-decoration: none; border-bottom: 3px solid var(--rust); padding: .25rem 0; }
.top .switch > button { max-width: min(16rem, 60vw); }
.top .switch > button span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.top .switch > button::after { content: ""; flex: none; width: .4375rem; height: .4375rem; margin: -.25rem .125rem 0 .25rem; border: solid currentColor; border-width: 0 2px 2px 0; transform: rotate(45deg); }
#menu-sites { position: absolute; inset: 3.5rem auto auto clamp(1rem, 3vw, 2rem); width: max-content; min-width: 14rem; max-width: min(24rem, calc(100vw - 2rem)); max-height: min(28rem, calc(100vh - 5rem)); overflow-y: auto; padding: .5rem; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; box-shadow: 0 1rem 3rem rgb(0 0 0 / .2); }
#menu-sites ul { margin: 0; padding: 0; list-style: none; }
#menu-sites label { display: block; padding: .25rem .5rem .5rem; font-size: .875rem; }
#menu-sites a { display: block; padding: .5rem .625rem; border-radius: .25rem; text-decoration: none; overflow-wrap: anywhere; }
#menu-sites a:hover { background: var(--raised); }
#menu-sites a[aria-current] { color: var(--rust); font-weight: 600; }
#menu-sites .all { margin-top: .375rem; border-top: 1px solid var(--line); border-radius: 0; }
.top .off { flex: 1 0 100%; margin: 0; padding-block: .5rem; font-size: .875rem; overflow-wrap: anywhere; }
.top .end > a[aria-current] { color: var(--rust); font-weight: 600; }
[hidden] { display: none !important; }
.top .end { margin-left: auto; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }
.page { max-width: 72rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1rem, 4vw, 2rem) 4rem; }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: color .12s, border-color .12s; } }
`;
