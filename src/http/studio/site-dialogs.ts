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
