/** Signs on buttons, each of which has its name in words. */
const PATHS = {
  back: 'M10 3 5 8l5 5',
  next: 'M6 3l5 5-5 5',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  undo: 'M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6',
  redo: 'M10 3l3 3-3 3M13 6H7a4 4 0 0 0 0 8h3',
  plus: 'M8 3v10M3 8h10',
  reset: 'M3.5 8a4.5 4.5 0 1 0 1.4-3.3M3 2.500v3h3',
  bin: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9M6.8 7v4M9.2 7v4',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  closed:
    'M2 2l12 12M6.5 4C7 3.7 7.5 3.5 8 3.500c4 0 6.5 4.5 6.5 4.500s-.7 1.3-2 2.500M4 5.500C2.4 6.7 1.5 8 1.5 8S4 12.5 8 12.500c1 0 2-.3 2.8-.7',
  grip: 'M6 3.500v.01M10 3.500v.01M6 8v.01M10 8v.01M6 12.500v.01M10 12.500v.01',
  phone: 'M5 1.500h6v13H5zM7.5 12.500h1',
  tablet: 'M3 1.500h10v13H3zM7.5 12.500h1',
  screen: 'M1.5 2.500h13v9h-13zM5.5 14.500h5',
  page: 'M3.5 1.500h6l3 3v10h-9z',
  link: 'M7 9a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 0 0 9 3.400l-.8.8M9 7a2.5 2.5 0 0 0-3.6 0l-2 2A2.5 2.5 0 0 0 7 12.600l.8-.8',
  list: 'M6 4h7M6 8h7M6 12h7M3 4v.01M3 8v.01M3 12v.01',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
