import { fingerprintOf } from '../../text/fingerprint.ts';
import { type PendingChange, rememberedBy, type WorkspaceState } from '../workspace/state.ts';
import type { FileChange } from '../workspace/theme-files.ts';
import type { Comparison, Exchange } from './compare.ts';
import { having } from './plan.ts';

export interface LocalChange extends FileChange {
  /** Fingerprint of the exchanged version, once the change is done. */
  readonly base: string | null;
}

/** What is done in a folder after a comparison. */
export interface Step {
  readonly changes: readonly LocalChange[];
  /** Fingerprint of the exchanged version by path: of files that stay as they are. */
  readonly noted?: ReadonlyMap<string, string | null>;
  /** Contents to keep as the base of the next exchange. */
  readonly contents: readonly string[];
}

/**
 * Announces the changes, makes them, then notes that they are made.
 * @returns the paths that were left alone
 */
export async function carryOut(
  { workspace, signal }: Exchange,
  { next, files, local }: Comparison,
  { changes, noted = new Map(), contents }: Step,
): Promise<ReadonlySet<string>> {
  signal.throwIfAborted();
  const same = having(files, 'same');
  for (const content of [...contents, ...same.flatMap(({ path }) => local.get(path) ?? [])]) {
    await workspace.contents.keep(content);
  }
  const exchanged = new Map(next.base);
  for (const { path, local: fingerprint } of same) setOrDelete(exchanged, path, fingerprint);
  for (const [path, fingerprint] of noted) setOrDelete(exchanged, path, fingerprint);
  const before: WorkspaceState = { ...next, base: exchanged, pending: new Map(changes.map(announced)) };
  await workspace.writeState(before);
  if (changes.length === 0) {
    if (noted.size > 0) await workspace.contents.keepOnly(rememberedBy(before));
    return new Set();
  }
  const left = await workspace.changeFiles(changes, signal);
  for (const change of changes) {
    if (!left.has(change.path)) setOrDelete(exchanged, change.path, change.base);
  }
  await workspace.writeState({ ...before, pending: new Map() });
  await workspace.contents.keepOnly(rememberedBy(before));
  return left;
}

const announced = ({ path, content, base }: LocalChange): readonly [string, PendingChange] => [
  path,
  { local: content === null ? null : fingerprintOf(content), base },
];

/** Records the last exchange of a file: its fingerprint, or that there is no file. */
export function setOrDelete(fingerprints: Map<string, string>, path: string, fingerprint: string | null): void {
  if (fingerprint === null) fingerprints.delete(path);
  else fingerprints.set(path, fingerprint);
}
