import { parseJsonFile } from '../../../engine/json/commented-json.ts';
import { isRecord } from '../../text/json.ts';

/** What a theme says of itself. */
export interface ThemeMetadata {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** What `config/theme.json` of a theme says; nothing where there is none, or it cannot be read. Pure. */
export function themeMetadata(files: ReadonlyMap<string, string>): ThemeMetadata {
  const written = parsed(files.get('config/theme.json') ?? '');
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
  return isRecord(written)
    ? { name: text(written.nom), version: text(written.version) }
    : { name: undefined, version: undefined };
}

function parsed(text: string): unknown {
  try {
    return parseJsonFile(text);
  } catch {
    return undefined;
  }
}
