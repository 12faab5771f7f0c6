/** What is said of texts that only the service has. */
import { meansWords } from '../../themes/means-words.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { localTime } from '../commands/table.ts';
import { EXIT } from '../exit-codes.ts';
import type { RemoteSite } from '../remote/answers.ts';
import { nameOf } from '../remote/theme-names.ts';
import { visible } from '../terminal.ts';
import type { DeployConflict, Deployed, Examined } from './examine.ts';
import type { ThemeWithOrigin } from './remote.ts';
import { changesAsJson } from './report.ts';

const CHOICES =
  '« --forcer » les remplace (leurs textes restent dans les versions du thème) ; « --garder <motifs> » laisse au site les fichiers qui sont à lui ; ou reprenez ces textes dans git.';

/** The refusal of a deployment that would lose texts: nothing was sent. */
export function conflictRefusal(
  site: RemoteSite,
  theme: ThemeWithOrigin,
  { changes, conflicts, number }: Examined,
  { git }: Deployed,
): CommandRefusal {
  const count = conflicts.length === 1 ? 'Un fichier a' : `${conflicts.length} fichiers ont`;
  const head = `${count} sur le service un texte que ni git ni le dernier déploiement n’avaient (${nameOf(theme)}, site ${visible(site.slug)}). Rien n’a été envoyé.`;
  return new CommandRefusal([head, ...conflicts.map(lineOf), `${CHOICES}${hintOf(git)}`].join('\n'), {
    code: 'conflit',
    exit: EXIT.conflict,
    details: {
      site: site.slug,
      theme: { id: theme.id, nom: theme.nom, role: theme.role },
      numero: number,
      ...changesAsJson(changes),
      conflits: conflicts.map(({ path, service, git: last }) => ({
        chemin: path,
        service: service && {
          numero: service.numero,
          auteur: service.auteur,
          moyen: service.moyen,
          cree_le: service.cree_le,
        },
        git: last,
      })),
    },
  });
}

function lineOf({ path, service, git }: DeployConflict): string {
  const there = service
    ? `${visible(service.auteur ?? 'inconnu')}, ${localTime(service.cree_le)}, ${visible(meansWords(service.moyen))} (version ${service.numero})`
    : 'on ne sait plus de qui';
  return `  ${path} : service : ${there} ; git : ${git ?? 'jamais enregistré'}`;
}

/** Why git may know less than it could. */
function hintOf(git: Deployed['git']): string {
  if ('reason' in git) return ` Git n’a pas été interrogé sur ce dossier (${git.reason}).`;
  return git.isShallow ? ' Ce clone n’a qu’une part de l’histoire : un clone entier en connaît plus de textes.' : '';
}
