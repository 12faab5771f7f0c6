import { databaseProcess } from '../vitrine/process-tree.ts';
import { type PartTimes, partTimes, treeProcessorTime } from '../vitrine/processor-time.ts';

/** Processor time of the parts of a vitrine that has started its own PostgreSQL, seconds. */
export interface VitrineTimes extends PartTimes {
  readonly database: number;
}

/** @returns a function that reads what they have used so far */
export async function timesOfVitrine(pid: number, dataDir: string): Promise<() => Promise<VitrineTimes>> {
  const database = await databaseProcess(dataDir);
  return async () => ({ ...(await partTimes(pid, database)), database: await treeProcessorTime(database) });
}
