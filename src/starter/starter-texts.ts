import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Trade } from '../themes/trades.ts';

const Point = z.strictObject({ titre: z.string(), texte: z.string() });

const StarterTexts = z.strictObject({
  /** What somebody of the trade does, in two or three words. */
  activite: z.string(),
  /** On the buttons that lead to the form. */
  bouton: z.string(),
  /** Words between asterisks are set apart by the theme. */
  titre: z.string(),
  texte: z.string(),
  /** Two lines at the foot of every page. */
  devise: z.string(),
  prestations: z.strictObject({ titre: z.string(), points: z.array(Point) }),
  deroulement: z.array(Point),
  questions: z.array(z.strictObject({ question: z.string(), reponse: z.string() })),
  appel: Point,
});

/** Sentences that a new site of a trade begins with: its owner keeps or replaces them. They state no fact that may be wrong. */
export type StarterTexts = z.infer<typeof StarterTexts>;

/** The sentences of a trade: one file of `trades/` each. */
export async function readStarterTexts(trade: Trade): Promise<StarterTexts> {
  const file = new URL(`trades/${trade}.json`, import.meta.url);
  return StarterTexts.parse(JSON.parse(await readFile(file, 'utf8')));
}
