import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { Profile } from '../../contract/profile.ts';
import { REASONS } from '../../text/sentences.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf } from '../remote/theme-names.ts';
import type { Context } from './context.ts';
import { countParts, milliseconds, profileTable, SHORTENED } from './profile-table.ts';
import { speedscopeFile } from './speedscope.ts';
import { showTable } from './table.ts';
import { type FolderOptions, openNamed } from './target.ts';

export interface ProfileOptions extends FolderOptions {
  readonly theme?: string;
  readonly sortie?: string;
}

/** Rows that are shown; `--json` and `--sortie` have all. */
const ROWS = 25;

/** `vitrine profiler [adresse]`: what one page of a theme costs, part by part. Changes nothing. */
export async function profile(context: Context, word: string | undefined, options: ProfileOptions): Promise<void> {
  const { terminal, workingFolder } = context;
  const address = word ?? '/';
  if (!address.startsWith('/')) {
    throw new CommandRefusal(`« ${address} » n’est pas l’adresse d’une page : elle commence par « / ».`, {
      exit: EXIT.usage,
    });
  }
  const { remote, theme } = await openNamed(context, options.theme, options);
  const measured = await remote.act(Profile, { action: 'profiler', id: theme.id, adresse: address });
  const { profil: frames, raison: reason } = measured;
  if (frames.length === 0) throw refusalOf(measured);
  const file = options.sortie === undefined ? null : resolve(workingFolder, options.sortie);
  if (file !== null) {
    await writeFile(file, `${JSON.stringify(speedscopeFile(`${theme.nom} ${address}`, frames))}\n`);
  }
  terminal.result({ theme: { id: theme.id, nom: theme.nom }, ...measured, ...(file !== null && { sortie: file }) });
  const page = `${nameOf(theme)}, ${measured.adresse}`;
  terminal.say(`${page} : ${milliseconds(measured.ms)} ms, ${measured.objets} objets.`);
  if (reason !== null) terminal.warn(`${sentenceOf(reason)} Voici ce qui a été mesuré jusque-là.`);
  showTable(terminal, profileTable(frames, ROWS), SHORTENED);
  const more = countParts(frames) - ROWS;
  if (more > 0) terminal.say(`… et ${more} de plus : « --json » et « --sortie » ont tout.`);
  if (file !== null) {
    const near = relative(workingFolder, file);
    terminal.say(`${near.startsWith('..') ? file : near} est écrit : https://www.speedscope.app l’ouvre.`);
  }
}

/** Nothing was measured. */
function refusalOf(measured: Profile): CommandRefusal {
  const { raison: reason } = measured;
  const isPassing = reason === 'occupe' || reason === 'quarantaine';
  return new CommandRefusal(reason === null ? 'Rien n’a été mesuré.' : sentenceOf(reason), {
    code: reason ?? 'refus',
    ...(isPassing && { exit: EXIT.unavailable }),
    details: measured,
  });
}

/** By the word of the platform (`src/contract/previews.ts`). */
const SENTENCES: Readonly<Record<string, string>> = REASONS;
const sentenceOf = (reason: string): string => SENTENCES[reason] ?? `Le thème ne donne pas cette page (${reason}).`;
