import type { PreviewState } from './preview-state.ts';
import { standIn } from './reasons.ts';

/** Whether the preview is up to date, and what is wrong with the page. */
export function Told({ state }: { readonly state: PreviewState }) {
  const trouble = troubleOf(state);
  if (trouble !== null) {
    return (
      <span class="preview-told bad" role="status">
        {trouble}
      </span>
    );
  }
  const { page } = state;
  return <span class="preview-told">{page ? (standIn(page) ?? 'À jour') : 'L’aperçu se prépare…'}</span>;
}

function troubleOf({ page, trouble }: PreviewState): string | null {
  if (trouble !== null && trouble !== (page && standIn(page))) return trouble;
  const { length, 0: first } = page?.incidents ?? [];
  return first ? `${length} section${length > 1 ? 's' : ''} en erreur : ${first.message}` : null;
}
