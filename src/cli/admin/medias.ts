import type { Command } from 'commander';
import { YOUNG_MS } from '../../media/store/sweep.ts';
import { type Fault, type Verification, verifyMedias } from '../../media/store/verification.ts';
import { byteText, numberText } from '../../text/quantities.ts';
import { EXIT } from '../exit-codes.ts';
import { visible } from '../terminal.ts';
import { findSite, onSites } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';
import { onStore } from './store.ts';

/** Lines of one kind that people get; `--json` has all. */
const SHOWN = 20;

/** `vitrine admin medias …` */
export function addMediaCommands(admin: Command): void {
  const medias = admin.command('medias').description('fichiers des bibliothèques');
  medias
    .command('verifier')
    .description(
      'compare les fichiers des bibliothèques avec leurs lignes dans la base, en les lisant tous ; ne change rien',
    )
    .option('--site <S>', 'nom dans l’adresse du seul site à vérifier')
    .option(...JSON_OPTION)
    .action(async ({ site, ...options }: { site?: string } & Printing) => {
      const found = await onStore((store) =>
        onSites(async (client) => {
          const siteId = site === undefined ? null : await findSite(client, site);
          return verifyMedias(client, store, siteId);
        }),
      );
      const ok = found.fautes.length === 0;
      print(options, { ok, ...found }, linesOf(found).join('\n'));
      process.exitCode = ok ? EXIT.done : EXIT.refused;
    });
}

const FAULTS: Readonly<Record<Fault, string>> = {
  absent: 'manque',
  taille: 'n’a pas la taille que la base lui connaît',
  empreinte: 'n’a pas le contenu qui a été reçu',
};

function linesOf({ medias, octets, fautes, sans_ligne }: Verification): string[] {
  const old = sans_ligne.filter(({ range_le }) => Date.now() - Date.parse(range_le) >= YOUNG_MS).length;
  const bytes = sans_ligne.reduce((sum, file) => sum + file.octets, 0);
  return [
    ...shown(fautes, ({ site, id, nom, faute }) => `${site}  ${id}  ${visible(nom)} : le fichier ${FAULTS[faute]}`),
    ...shown(sans_ligne, ({ cle, octets: size, range_le }) => `sans ligne  ${cle}  ${byteText(size)}  ${range_le}`),
    `Médias lus : ${numberText(medias)} (${byteText(octets)}). Fichiers qui manquent ou diffèrent : ${numberText(fautes.length)}.`,
    `Fichiers sans ligne : ${numberText(sans_ligne.length)} (${byteText(bytes)}), dont ${numberText(old)} de plus d’un jour, que le service enlève.`,
  ];
}

function shown<T>(all: readonly T[], line: (one: T) => string): string[] {
  const more = all.length - SHOWN;
  return [
    ...all.slice(0, SHOWN).map(line),
    ...(more > 0 ? [`… ${numberText(more)} de plus : « --json » les donne tous`] : []),
  ];
}
