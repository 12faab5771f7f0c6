import type { Diagnostic } from '../../contract/diagnostics.ts';
import { REASONS } from '../../text/sentences.ts';
import { isUnreadableLayout } from '../../themes/unreadable-layout.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { problemLine } from '../deploy/report.ts';

/** The code of a theme that is not published because of its errors. */
export const BROKEN_PAGES = 'pages_en_erreur';

/**
 * The service publishes any theme of a site, and may not refuse one: the client does, before visitors get 503 for every page.
 * @param diagnostics of a theme that is to be published
 * @throws CommandRefusal where its layout cannot be read, as that of an import may be
 */
export function assertReadable(diagnostics: readonly Diagnostic[]): void {
  const unreadable = diagnostics.filter(isUnreadableLayout);
  if (unreadable.length === 0) return;
  const advice = 'Rien n’a été publié : corrigez-le, puis relancez la même commande.';
  throw new CommandRefusal([REASONS.layout_en_erreur, ...unreadable.map(problemLine), advice].join('\n'), {
    code: BROKEN_PAGES,
    details: { erreurs: unreadable },
  });
}
