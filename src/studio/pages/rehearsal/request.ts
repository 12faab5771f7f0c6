import type { Rehearsal } from '../../../contract/rehearsal.ts';
import { ApiRefusal, Unreachable } from '../../api/client.ts';

interface RehearsalRequest {
  readonly siteId: string;
  readonly draftId: string;
  /** Ends it, on the platform too. */
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Rehearses the publication of a draft. @throws ApiRefusal, Unreachable; AbortError */
export async function requestRehearsal({ siteId, draftId, signal, progress }: RehearsalRequest): Promise<Rehearsal> {
  try {
    const answer = await fetch('/api/themes', {
      method: 'POST',
      headers: {
        Accept: 'application/x-ndjson',
        'Content-Type': 'application/json',
        'X-Service-Site-Cible': siteId,
      },
      cache: 'no-store',
      body: JSON.stringify({ action: 'repeter', id: draftId }),
      signal,
    });
    if (!answer.ok || !answer.body)
      throw new ApiRefusal(answer.status, await answer.json().catch(() => ({})), 'rehearse');
    let rest = '';
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let { done, value = '' } = await reader.read(); !done; { done, value = '' } = await reader.read()) {
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const told = JSON.parse(line);
        if ('pages' in told) return told;
        // The rehearsal failed after its answer had begun.
        if ('error' in told) throw new ApiRefusal(503, told, 'rehearse');
        progress(told.fait, told.total);
      }
    }
    throw new Unreachable();
  } catch (error) {
    const isTold = error instanceof ApiRefusal || error instanceof Unreachable;
    if (isTold || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    throw new Unreachable(error);
  }
}
