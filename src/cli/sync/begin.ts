/** A folder begins to follow a theme that has exactly its files. */
import { fingerprintOf } from '../../text/fingerprint.ts';
import { type Binding, rebound, rememberedBy, settledBase } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Makes a folder follow a theme without changing its files. The caller holds the folder's lock.
 * @param files content by path, as the theme has them
 */
export async function beginToFollow(
  workspace: Workspace,
  binding: Binding,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const base = new Map([...files].map(([path, content]) => [path, fingerprintOf(content)]));
  for (const content of files.values()) await workspace.contents.keep(content);
  const before = await workspace.readState();
  const settled = before ? settledBase(before, base) : new Map<string, string>();
  const state = { ...rebound(before, settled, binding), base };
  await workspace.writeState(state);
  await workspace.contents.keepOnly(rememberedBy(state));
}
