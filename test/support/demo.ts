import { rm } from 'node:fs/promises';
import { type DemoAccess, seedDemo } from '../../src/demo/seed.ts';
import { openMediaFiles } from '../../src/media/store/open-store.ts';
import { withConnection } from '../../src/storage/database.ts';
import { freshDataDir } from './data-dir.ts';

/** A demo that a program is started on: its database has it already, its data folder the photographs. */
export interface TestDemo {
  readonly access: DemoAccess | null;
  readonly dataDir: string;
  /** Removes the folder. */
  remove(): Promise<void>;
}

/** Makes the demo as the first start does. @param url of an empty database */
export async function makeTestDemo(url: string): Promise<TestDemo> {
  const dataDir = await freshDataDir();
  const { store } = await openMediaFiles({ dataDir, mediaBucket: undefined });
  const access = await withConnection('DATABASE_URL', url, (client) => seedDemo(client, store));
  return { access, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
