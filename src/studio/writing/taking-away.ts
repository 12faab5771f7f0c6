import { escapeHtml } from '../../text/escape.ts';
import { saveFile } from '../api/save-file.ts';
import { addressOfTitle } from './address.ts';
import type { WritingProps } from './props.ts';
import type { WritingSession } from './session.ts';

/** Lets the browser save a text, with its title above. */
export function takenAway(session: WritingSession, { genre }: WritingProps): void {
  session.work.collect();
  const title = session.textOf('titre');
  const name = addressOfTitle(title) || genre;
  saveFile(
    `${name}.html`,
    `<!doctype html>\n<meta charset="utf-8">\n<h1>${escapeHtml(title)}</h1>\n${session.textOf('contenu')}\n`,
  );
}
