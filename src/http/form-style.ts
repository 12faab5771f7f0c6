/** What the platform's pages need besides their common style when they have a form. */
export const FORM_STYLE = `
main { width: 100%; box-sizing: border-box; }
label { display: block; margin-top: 1rem; }
input { display: block; width: 100%; box-sizing: border-box; margin-top: .25rem; padding: .5rem .625rem; font: inherit; color: inherit; background: light-dark(#fff, #1f2229); border: 1px solid light-dark(#77726a, #8d8f96); border-radius: .25rem; }
button { margin-top: 1.5rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer; color: light-dark(#fff, #16181d); background: light-dark(#9c4420, #f0946a); border: 0; border-radius: .25rem; }
button.other { color: inherit; background: none; border: 1px solid light-dark(#77726a, #8d8f96); }
:focus-visible { outline: 3px solid light-dark(#1d4f91, #9cc4ff); outline-offset: 2px; }
[role=alert] { padding: .75rem 1rem; border-left: 3px solid light-dark(#b3261e, #ff8a80); background: light-dark(#fbe9e7, #3a2322); }
`;
