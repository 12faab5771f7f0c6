import type { RemoteTheme } from '../remote/answers.ts';
import { seen, shortId } from '../remote/theme-names.ts';
import { visible } from '../terminal.ts';
import { type Context, openRemote, type RemoteOptions } from './context.ts';
import { localTime, table } from './table.ts';

const HEADINGS = ['id', 'rôle', 'nom', 'version', 'origine', 'modifié'];

/** `vitrine lister` */
export async function list(context: Context, options: RemoteOptions): Promise<void> {
  const { terminal } = context;
  const { site, themes } = await (await openRemote(context, options)).themes();
  terminal.result({ site, themes });
  terminal.say(`Site « ${visible(site.nom)} » (${visible(site.slug)})`);
  if (themes.length === 0) {
    terminal.say('Aucun thème. « vitrine init origo » installe un thème du catalogue.');
    return;
  }
  const [headings = '', ...rows] = table([HEADINGS, ...themes.map(cellsOf)]);
  terminal.show(terminal.paint('bold', headings));
  for (const [index, row] of rows.entries()) {
    terminal.show(themes[index]?.role === 'publie' ? terminal.paint('green', row) : row);
  }
}

const cellsOf = ({ id, role, nom, version, origine, maj_le: changedAt }: RemoteTheme): string[] => [
  shortId(id),
  role === 'publie' ? 'publié' : 'brouillon',
  seen(nom),
  visible(version),
  visible(origine ?? '–'),
  localTime(changedAt),
];
