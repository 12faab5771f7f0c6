import { totalmem } from 'node:os';

/** Memory of the machine, or of the unit or container that this process runs in, bytes. Without a limit `constrainedMemory` is larger than any machine's. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());
