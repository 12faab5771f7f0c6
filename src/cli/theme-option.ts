/** How commands take a theme: by `--theme`, or by an argument as its short form. */
import type { Command } from 'commander';
import { CommandRefusal } from './command-refusal.ts';
import { EXIT } from './exit-codes.ts';
import { TARGET } from './options.ts';
import { type CommonOptions, run, type Surroundings, type Work } from './run.ts';

export interface ThemeOption {
  readonly theme?: string;
}

export const SHORT_FORM = 'la même chose que « --theme <theme> », en plus court';

/** Lets a command take a theme by `--theme`, and as its last argument. */
export const aboutTheme = (command: Command): Command => command.argument('[theme]', SHORT_FORM).option(...TARGET);

/** The action of such a command. @param load what it does, loaded when it is called, with the word for the theme before its options */
export const doingTo =
  (surroundings: Surroundings, load: () => Promise<Work>) =>
  (argument: string | undefined, options: ThemeOption & CommonOptions): Promise<void> =>
    run(surroundings, options, async (context) =>
      (await load())(context, ...([themeWord(argument, options), options] as never[])),
    );

/** The word for the theme; undefined where none is named. @throws CommandRefusal when both forms name one, differently */
function themeWord(argument: string | undefined, { theme }: ThemeOption): string | undefined {
  if (argument === undefined || theme === undefined || argument === theme) return theme ?? argument;
  throw new CommandRefusal(`« ${argument} » ou « ${theme} » ? Nommez un seul thème, par --theme ou sans.`, {
    exit: EXIT.usage,
  });
}
