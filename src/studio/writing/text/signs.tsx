/** Signs on the buttons of the toolbar, each of which has its name in words. */
const PATHS = {
  strike:
    'M2 8h12M11 5c0-1.5-1.3-2.5-3-2.500S5 3.5 5 5c0 1 .6 1.6 1.5 2M5 11c0 1.5 1.3 2.5 3 2.500s3-1 3-2.500c0-.8-.3-1.3-.8-1.7',
  link: 'M7 9a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 0 0 9 3.400l-.8.8M9 7a2.5 2.5 0 0 0-3.6 0l-2 2A2.5 2.5 0 0 0 7 12.600l.8-.8',
  bullets: 'M6 4h7M6 8h7M6 12h7M3 4v.01M3 8v.01M3 12v.01',
  numbers: 'M7 4h6M7 8h6M7 12h6M2.5 3l1-.5v3M2.3 9.800c.3-.8 1.7-.8 1.7.1 0 .7-1.7 1.3-1.7 2.300H4.2',
  quote: 'M3 4v8M6 5h7M6 8h7M6 11h4',
  picture: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 6v.01',
  table: 'M2 3h12v10H2zM2 6.500h12M2 10h12M6 3v10M10 3v10',
  rule: 'M2 8h12',
  code: 'M5.5 4.5 2 8l3.5 3.500M10.5 4.5 14 8l-3.5 3.5',
  block: 'M2 3h12v10H2zM6 6 4.5 8 6 10M10 6l1.5 2L10 10',
  video: 'M2 3.500h12v9H2zM6.8 6v4l3.2-2z',
  undo: 'M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6',
  redo: 'M10 3l3 3-3 3M13 6H7a4 4 0 0 0 0 8h3',
  above: 'M2.5 6l6 7M8.5 6l-6 7M11 3.200c.5-1.6 3-1.4 3 .2 0 1.2-2.5 2-3 3.600h3',
  below: 'M2.5 3l6 7M8.5 3l-6 7M11 10.200c.5-1.6 3-1.4 3 .2 0 1.2-2.5 2-3 3.600h3',
  more: 'M3 8v.01M8 8v.01M13 8v.01',
  keys: 'M1.5 4.500h13v7h-13zM4 7v.01M6.7 7v.01M9.3 7v.01M12 7v.01M5 9.500h6',
} as const;

export type SignName = keyof typeof PATHS;

export const Sign = ({ name }: { readonly name: SignName }) => (
  <svg class={`sign sign-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
