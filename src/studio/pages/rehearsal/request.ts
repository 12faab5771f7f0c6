import type { Progress, Rehearsal } from '../../../contract/rehearsal.ts';
import { type Api, Unreachable } from '../../api/client.ts';
import { linesOf } from '../../api/lines.ts';

/**
 * Rehearses the publication of a draft.
 * @param signal ends it, on the platform too
 * @throws ApiRefusal, Unreachable; AbortError
 */
export async function requestRehearsal(
  api: Api,
  draftId: string,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (done: number, total: number) => void },
): Promise<Rehearsal> {
  const body = { action: 'repeter', id: draftId };
  const lines = linesOf<Progress | Rehearsal>(api, '/api/themes', { method: 'POST', body, signal });
  for await (const told of lines) {
    if ('pages' in told) return told;
    progress(told.fait, told.total);
  }
  throw new Unreachable();
}
