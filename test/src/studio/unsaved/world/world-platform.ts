import type { ThemeRole } from '../../../../../src/contract/shared.ts';
import type { Answered, Request } from '../../../../../src/studio/api/client.ts';
import type { Ledger } from './ledger.ts';

/** What the person before a page has had before her since she asked for something. */
export interface Sight {
  /** The texts by path, once for each that she has typed since, until something came from elsewhere. */
  readonly views: ReadonlyMap<string, string>[];
  isOpen: boolean;
}

/** Who writes, for the platform that judges each write. */
export interface Writer {
  readonly name: string;
  /** Whether the person knows that the document is published. */
  readonly knowsPublished: boolean;
  /** What the person has had before her who has asked for an act; null where none is asked for. */
  readonly sight: Sight | null;
}

/** Somebody who writes without a page. */
export const SOMEBODY: Writer = { name: 'somebody', knowsPublished: true, sight: null };

/** The platform with one document. */
export interface WorldPlatform {
  readonly ledger: Ledger;
  /** The texts as who writes sees them. */
  readonly files: ReadonlyMap<string, string>;
  readonly role: ThemeRole;
  /** When the document was published, milliseconds: from then on saving changes what visitors see. */
  readonly published: readonly number[];
  readonly isDeleted: boolean;
  /** Whether somebody could write: the document is there. */
  readonly isThere: boolean;
  /** Carries a request out. @throws ApiRefusal */
  carryOut(request: Request, writer: Writer): Answered<unknown> | null;
  /** Somebody writes a text, who has read what is there; null removes it. @returns whether it was taken */
  put(path: string, text: string | null): boolean;
  /** What visitors see of a text that is worked on, or is planned to change; null where that is what everybody sees. */
  beneath(path: string): string | null;
  /** Somebody writes what visitors see, and who writes does not see. */
  putBeneath(path: string, text: string): void;
  /** Somebody publishes the document, or does something of the kind. @returns what, in words */
  turn(): string;
  delete(): void;
}
