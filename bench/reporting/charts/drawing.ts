/** Width of every chart, pixels; it stays readable when it is scaled to a width from 390 to 1,000. */
export const WIDTH = 640;
export const MARGIN = 24;
/** Size of text: 12 pixels when the chart is scaled to a width of 390. */
export const TEXT = 20;
const TITLE = 24;
/** Top of the drawing, under the title. */
export const TOP = MARGIN + TITLE + 28;

const STYLE = `
    svg { --ground: #faf8f4; --ink: #22252b; --quiet: #62666f; --line: #d9d4ca; --other: #8a93a0; --ours: #b4532a; }
    @media (prefers-color-scheme: dark) {
      svg { --ground: #16181d; --ink: #e9e7e2; --quiet: #a2a6ae; --line: #363a42; --other: #77808d; --ours: #f0946a; }
    }
    text { font: ${TEXT}px ui-sans-serif, system-ui, sans-serif; fill: var(--ink); }
    .title { font-size: ${TITLE}px; font-weight: 600; }
    .quiet { fill: var(--quiet); }
    .strong { font-weight: 600; }
    .ground { fill: var(--ground); }
    .ours { fill: var(--ours); }
    .other { fill: var(--other); }
    .path { fill: none; stroke: var(--ours); stroke-width: 3; stroke-linejoin: round; }
    .line { stroke: var(--line); stroke-width: 1; }
    .link { stroke: var(--ours); stroke-width: 4; }
    .mark { stroke: var(--ink); stroke-width: 2; }`;

export interface Frame {
  readonly title: string;
  readonly description: string;
  readonly height: number;
  /** The elements that are drawn. */
  readonly content: readonly string[];
}

/** The whole SVG document. */
export function frame({ title, description, height, content }: Frame): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description">
  <title id="title">${escapeXml(title)}</title>
  <desc id="description">${escapeXml(description)}</desc>
  <style>${STYLE}
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="12"/>
  ${[text(MARGIN, MARGIN + TITLE, title, 'title'), ...content].join('\n  ')}
</svg>
`;
}

export const text = (x: number, y: number, words: string, style = '', anchor = 'start'): string =>
  `<text x="${round(x)}" y="${round(y)}" class="${style}" text-anchor="${anchor}">${escapeXml(words)}</text>`;

export const line = (x1: number, y1: number, x2: number, y2: number, style: string): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${style}"/>`;

export const bar = (x: number, y: number, width: number, height: number, style: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${height}" rx="3" class="${style}"/>`;

export const dot = (x: number, y: number, style: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="8" class="${style}"/>`;

export const round = (value: number): number => Math.round(value * 10) / 10;

/** A number with three significant digits or all of its integer digits, with thousands separators. */
export const readable = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: Math.max(3, Math.trunc(value).toString().length) });

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (words: string): string => words.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
