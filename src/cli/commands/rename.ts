import { renameTheme } from '../remote/new-themes.ts';
import { nameOf, seen } from '../remote/theme-names.ts';
import type { Context } from './context.ts';
import { themeName } from './new-theme.ts';
import { type FolderOptions, openNamed } from './target.ts';

/** `vitrine renommer <nom>`: gives a theme another name; visitors never see it. */
export async function renameCommand(
  context: Context,
  wanted: string,
  options: FolderOptions & { readonly theme?: string },
): Promise<void> {
  const { terminal, signal } = context;
  const nom = themeName(wanted);
  const { remote, theme, followed } = await openNamed(context, options.theme, options);
  await renameTheme(remote, theme.id, nom);
  if (followed) {
    const { workspace } = followed;
    // The folder's state has the name for sentences that are printed before the service is asked again.
    await workspace.exclusively(signal, async () => {
      const state = await workspace.readState();
      if (state?.theme.id === theme.id) await workspace.writeState({ ...state, theme: { ...state.theme, nom } });
    });
  }
  terminal.result({ theme: { id: theme.id, nom, role: theme.role }, avant: theme.nom });
  terminal.say(
    theme.nom === nom
      ? `${nameOf(theme)} s’appelle déjà ainsi.`
      : `${nameOf(theme)} s’appelle désormais « ${seen(nom)} ».`,
  );
}
