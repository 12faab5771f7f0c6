import fc from 'fast-check';
import aplomb from '../../../../../src/demo/aplomb.json' with { type: 'json' };
import cadence from '../../../../../src/demo/cadence.json' with { type: 'json' };
import epure from '../../../../../src/demo/epure.json' with { type: 'json' };
import forge from '../../../../../src/demo/forge.json' with { type: 'json' };
import origo from '../../../../../src/demo/origo.json' with { type: 'json' };
import piazza from '../../../../../src/demo/piazza.json' with { type: 'json' };
import scene from '../../../../../src/demo/scene.json' with { type: 'json' };
import vela from '../../../../../src/demo/vela.json' with { type: 'json' };
import { anyHtml, wellFormedHtml } from './made-html.ts';

/** What the schema of pages and articles admits at most, UTF-16 code units. */
export const LONGEST = 524_288;

const LARGE = 300_000;

/** The texts of the pages and articles of the demo sites. */
export const DEMO_TEXTS: readonly string[] = contentsIn([aplomb, cadence, epure, forge, origo, piazza, scene, vela]);

/**
 * Texts of more than 300 kB each: half of them right, half as broken as hand-written HTML may be.
 * @param count the first three are one of each kind: right with line ends between its parts, broken, right without line ends
 */
export function largeTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const parts = fc.sample(index % 2 === 0 ? wellFormedHtml : anyHtml, { numRuns: 400 });
    let text = '';
    for (let at = 0; text.length < LARGE; at++)
      text += `${parts[at % parts.length]}${index % 4 === 0 ? '\n' : ''}<p>Partie ${at}.</p>`;
    return text;
  });
}

function contentsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'contenu' && typeof inner === 'string' ? [inner] : contentsIn(inner),
  );
}
