import { escapeHtml } from '../../text/escape.ts';
import { nameHtml } from '../../text/names.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import { themePicture } from './theme-picture.ts';

/** The element into which the script writes a theme's name. */
const NAME = '<strong data-text="name"></strong>';

/** The choice whether a published working draft takes the name of the theme that it replaces; the script shows it where there is a choice. */
export const NAME_CHOICE = `<p data-place="nom" hidden><label class="option"><input type="checkbox" name="prendre_nom" checked> <span>Le publier sous le nom « <span data-text="taken"></span> »</span></label></p>`;

/** The questions that the page of a site asks; its script opens them (`src/studio/pages/dialogs.ts`). */
export const siteDialogs = (storefront: Storefront): string =>
  [
    dialog({
      name: 'publier',
      title: 'Publier ce thème ?',
      content: `<p>Les visiteurs de <strong data-text="site"></strong> verront ${NAME} dès leur prochaine page.</p>
<p data-text="before"></p>
${NAME_CHOICE}`,
      acts: submit('Publier'),
    }),
    dialog({
      name: 'revenir',
      title: 'Revenir à la publication précédente ?',
      content: `<p>Les visiteurs de <strong data-text="site"></strong> verront de nouveau <strong data-text="previous"></strong> dès leur prochaine page, avec les fichiers qu’il avait quand il était publié.</p>
<p>${NAME}, publié en ce moment, redevient un brouillon et reste ici. Ce qui a changé depuis reste dans les versions de chaque thème.</p>`,
      acts: submit('Revenir'),
    }),
    dialog({
      name: 'brouillon',
      title: 'Ouvrir ce brouillon de travail ?',
      content: `<p>Le brouillon de travail de ce site est <strong data-text="draft"></strong>, fait <span data-text="source"></span>. Il ne descend pas de <strong data-text="published"></strong>, que voient les visiteurs.</p>
<p>Pour que <strong data-text="published"></strong> ait un brouillon de travail, publiez ou supprimez d’abord celui-ci ; ou travaillez dans une copie.</p>
<p><button type="button" data-do="copie">Dupliquer le thème publié</button></p>`,
      acts: submit('Ouvrir ce brouillon'),
    }),
    dialog({
      name: 'renommer',
      title: 'Renommer le thème',
      content: `<label for="nouveau-nom">Nom du thème</label>
<input type="text" id="nouveau-nom" name="nom" required autocomplete="off">`,
      acts: submit('Renommer'),
    }),
    dialog({
      name: 'supprimer',
      title: 'Supprimer ce brouillon ?',
      content: `<p>${NAME} sera supprimé avec tous ses fichiers et toutes ses versions. Il n’y a pas de corbeille : gardez-en d’abord l’archive, qui s’importe à nouveau.</p>
<p><button type="button" class="primary" data-do="export">Télécharger l’archive</button></p>`,
      acts: submit('Supprimer', 'danger'),
    }),
    dialog({
      name: 'demande',
      title: 'Supprimer cette demande ?',
      content: `<p>Ce que ${NAME} a reçu sera supprimé. Il n’y a pas de corbeille.</p>`,
      acts: submit('Supprimer', 'danger'),
    }),
    ...storefront.themes.map((theme) => installDialog(theme, storefront)),
  ].join('\n');

interface Dialog {
  readonly name: string;
  readonly title: string;
  /** HTML of the question. */
  readonly content: string;
  /** HTML of the buttons besides the one that leaves. */
  readonly acts: string;
  readonly kind?: string;
}

export const dialog = ({ name, title, content, acts, kind }: Dialog): string =>
  `<dialog id="question-${name}" aria-labelledby="titre-${name}"${kind ? ` class="${kind}"` : ''}><form method="dialog">
<h2 id="titre-${name}">${title}</h2>
${content}
<p class="refusal" role="alert"></p>
<p class="note" role="status"></p>
<p class="acts">${acts} <button type="button" data-close>Annuler</button></p>
</form></dialog>`;

export const submit = (label: string, kind = 'primary'): string =>
  `<button type="submit" class="${kind}">${label}</button>`;

function installDialog({ id, metadata }: Storefront['themes'][number], storefront: Storefront): string {
  const option = (value: string, label: string, text: string, isChosen: boolean) =>
    `<label class="option"><input type="radio" name="edition" value="${escapeHtml(value)}"${isChosen ? ' checked' : ''}> <span><strong>${escapeHtml(label)}</strong> <span class="soft">${escapeHtml(text)}</span></span></label>`;
  const editions = metadata.editions.map((edition) =>
    option(edition.id, edition.nom || edition.id, edition.pour, false),
  );
  return dialog({
    name: `installer-${id}`,
    title: `Installer ${nameHtml(metadata.nom)}`,
    content: `${themePicture(storefront, id, metadata.nom)}
<fieldset><legend>Édition</legend>
${[option('', 'Sans édition', 'Le thème tel que le catalogue le montre.', true), ...editions].join('\n')}
</fieldset>`,
    acts: submit('Installer'),
    kind: 'wide',
  });
}
