import { type ElsewhereKind, elsewhere, renamed } from '../language/elsewhere.ts';
import type { Span } from '../syntax/expression.ts';
import { type Nearest, nearest } from '../text/nearest.ts';
import type { Correction } from './codes.ts';

/** What was likely meant by a misspelt name, as the end of a sentence and as a correction. */
export interface Advice {
  readonly near: Nearest | undefined;
  /** « : vouliez-vous « x » ? ». */
  readonly conseil: string;
  /** Only where nothing else can be meant. */
  readonly correction: Correction | undefined;
}

/**
 * @param place of the misspelt name
 * @param candidates the names that are there
 * @param otherwise the end of the sentence where no name is near
 */
export function adviceOn(name: string, place: Span, candidates: Iterable<string>, otherwise = '.'): Advice {
  const near = nearest(name, candidates);
  if (!near) return { near, conseil: otherwise, correction: undefined };
  const correction = near.isSure ? { debut: place.offset, fin: place.end, texte: near.name } : undefined;
  return { near, conseil: ` : vouliez-vous « ${near.name} » ?`, correction };
}

/** What to write instead of a word of another platform; undefined for any other word. @param place of the word */
export function insteadOf(kind: ElsewhereKind, name: string, place: Span): Advice | undefined {
  const instead = elsewhere(kind, name);
  const texte = renamed(kind, name);
  const correction = texte === undefined ? undefined : { debut: place.offset, fin: place.end, texte };
  return instead === undefined ? undefined : { near: undefined, conseil: ` : ${instead}.`, correction };
}

/** Names of one file that are compared with others though nobody may be told: a hostile theme has as many as it likes. */
export const LOOKS_AT_MOST = 500;
