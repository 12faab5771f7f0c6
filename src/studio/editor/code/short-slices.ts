/**
 * Where a browser can tell whether input is waiting, CodeMirror reads a long file on for 100 ms at a time, and the page shows nothing
 * meanwhile; where it cannot, for at most 45 ms. The library asks once, when it is loaded: this module comes before it.
 */
if ('scheduling' in navigator) Object.defineProperty(navigator, 'scheduling', { value: undefined, configurable: true });

export {};
