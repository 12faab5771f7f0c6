/** The rehearsal of a publication, which tells how far it is while it runs. */

import { z } from 'zod';
import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { interrupted } from '../command-refusal.ts';
import { outside } from '../outside.ts';
import { visible, visibleLines } from '../terminal.ts';
import { refusalOf, strangeAnswer, Unreachable } from './refusals.ts';
import { type Access, reasonOf } from './request.ts';
import { awaitAnswer } from './waiting.ts';

/** How long it may take, milliseconds: the service ends it before. */
const DEADLINE_MS = 180_000;
/** A longer answer is none of the service, UTF-16 code units. */
const ANSWER_UNITS = 64 * 1024 * 1024;

const text = z.string().transform(visible);
const Side = z.object({ statut: z.int(), ms: z.number().nullable(), octets: z.int() });
const Named = z.object({ id: z.uuid(), nom: text });

const Report = z.object({
  ok: z.literal(true),
  publie: Named.nullable(),
  brouillon: Named,
  pages: z.array(
    z.object({
      adresse: text,
      etat: z.enum(['egale', 'changee', 'echouee', 'omise']),
      raison: text.nullable(),
      avant: Side.nullable(),
      apres: Side.nullable(),
      sections: z.array(z.object({ type: text, chemin: text, ligne: z.int().positive().optional(), message: text })),
      casses: z.array(z.object({ adresse: text, genre: z.enum(['lien', 'fichier']) })),
      fichiers: z.array(text),
      difference: z.string().transform(visibleLines).nullable(),
    }),
  ),
  resume: z.object({
    egales: z.int(),
    changees: z.int(),
    echouees: z.int(),
    nouvelles_pannes: z.int(),
    omises: z.int(),
    hors_limite: z.int(),
    articles_hors_echantillon: z.int(),
    sections: z.int(),
    casses: z.int(),
  }),
});
export type RemoteRehearsal = z.output<typeof Report>;
const Progress = z.object({ fait: z.int(), total: z.int() });

/**
 * Rehearses the publication of a draft.
 * @param signal ends it, on the service too
 * @throws RemoteRefusal, Unreachable, CommandRefusal when `signal` aborts
 */
export async function rehearseThere(
  { address, key, site, waits }: Access,
  themeId: string,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (done: number, total: number) => void },
): Promise<RemoteRehearsal> {
  const answered = awaitAnswer(waits);
  try {
    const response = await outside.fetch(`${address}/api/themes`, {
      method: 'POST',
      headers: {
        accept: 'application/x-ndjson',
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(site !== undefined && { 'x-service-site-cible': site }),
      },
      body: JSON.stringify({ action: 'repeter', id: themeId }),
      redirect: 'manual',
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
      const report = Report.safeParse(value);
      if (report.success) return report.data;
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
