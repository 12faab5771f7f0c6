/** The rehearsal of a publication, which reports its progress while it runs. */
import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { Progress, REHEARSAL_LINES, Rehearsal } from '../../contract/rehearsal.ts';
import { interrupted } from '../command-refusal.ts';
import { outside } from '../outside.ts';
import { refusalOf, strangeAnswer, Unreachable } from './refusals.ts';
import { type Access, reasonOf, sentBy } from './request.ts';
import { visibleAnswer } from './visible-answer.ts';
import { awaitAnswer } from './waiting.ts';

/** How long a rehearsal may take, milliseconds: the service ends it earlier. */
const DEADLINE_MS = 180_000;
/** Longest answer, UTF-16 code units: the service gives none that is longer. */
const ANSWER_UNITS = 64 * 1024 * 1024;

/**
 * Rehearses the publication of a draft.
 * @param signal ends the rehearsal, also on the service
 * @throws RemoteRefusal, Unreachable, CommandRefusal when `signal` aborts
 */
export async function rehearseThere(
  access: Access,
  themeId: string,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (done: number, total: number) => void },
): Promise<Rehearsal> {
  const { address } = access;
  const answered = awaitAnswer(access.waits);
  try {
    const response = await outside.fetch(`${address}/api/themes`, {
      method: 'POST',
      ...sentBy(access, { accept: REHEARSAL_LINES }, { action: 'repeter', id: themeId }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    const { status } = response;
    answered();
    if (!response.ok) throw refusalOf(address, status, jsonValueOf(await response.text()));
    for await (const line of linesOf(response)) {
      const value = jsonValueOf(line);
      const told = Progress.safeParse(value);
      if (told.success) {
        progress(told.data.fait, told.data.total);
        continue;
      }
      const report = Rehearsal.safeParse(value);
      if (report.success) return visibleAnswer(report.data);
      // What failed after the answer had begun.
      throw refusalOf(address, 503, value);
    }
    throw strangeAnswer(address, status);
  } catch (error) {
    if (signal.aborted) throw interrupted('Interrompu : la répétition est arrêtée.');
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) {
      throw new Unreachable(`${address} ne répond pas (${reasonOf(error)}) : relancez la même commande.`);
    }
    throw error;
  } finally {
    answered();
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > ANSWER_UNITS) return;
    yield* lines;
  }
}
