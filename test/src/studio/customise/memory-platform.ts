import { type Keeper, Session, type UnsavedFile } from '../../../../src/studio/customise/session.ts';
import { ThemeStore } from '../../../../src/studio/theme/theme-store.ts';
import type { MemoryPlatform } from '../memory-platform.ts';

/** A keeper whose texts outlive the page. */
export class MemoryKeeper implements Keeper {
  kept: ReadonlyMap<string, UnsavedFile> = new Map();

  async read(): Promise<ReadonlyMap<string, UnsavedFile>> {
    return this.kept;
  }

  write(files: ReadonlyMap<string, UnsavedFile>): void {
    this.kept = files;
  }
}

/** A tab that shows a theme. */
export async function openSession(platform: MemoryPlatform, keeper: Keeper = new MemoryKeeper()): Promise<Session> {
  const session = new Session(new ThemeStore(platform, 't', platform.role), keeper);
  await session.open();
  return session;
}
