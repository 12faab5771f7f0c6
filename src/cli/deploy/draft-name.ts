/** How the draft of a deployment is called. Pure. */
import { parseJsonFile } from '../../../engine/json/commented-json.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { isRecord } from '../../text/json.ts';
import { nameFault } from '../../text/names.ts';
import { NAME_LENGTH, VERSION_LENGTH } from '../../themes/limits.ts';
import type { Environment } from '../remote/credentials.ts';

/** Name and version in `config/theme.json`; null for what it does not say. */
export function ownNameOf(metadata: string | undefined): {
  readonly nom: string | null;
  readonly version: string | null;
} {
  let read: unknown;
  try {
    read = parseJsonFile(metadata ?? '');
  } catch {
    read = null;
  }
  const { nom, version } = isRecord(read) ? read : {};
  const name = textOf(nom, NAME_LENGTH);
  return { nom: name === null || nameFault(name) === null ? name : null, version: textOf(version, VERSION_LENGTH) };
}

const textOf = (value: unknown, length: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && [...value.trim()].length <= length ? value.trim() : null;

/** The branch of a job, as its host's variables say: hosts check out a commit, and not a branch. */
export const branchOfJob = (environment: Environment): string | null =>
  environment.GITHUB_HEAD_REF ||
  (environment.GITHUB_REF_TYPE === 'branch' && environment.GITHUB_REF_NAME) ||
  environment.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME ||
  environment.CI_COMMIT_BRANCH ||
  null;

/** The draft's name: one for each branch. A long name is cut and gets a mark that tells it from others. @param branch null for none */
export function draftName(theme: string, branch: string | null): string {
  const name = branch === null ? theme : `${theme} (${branch})`;
  if ([...name].length <= NAME_LENGTH) return name;
  const mark = ` ${fingerprintOf(name).slice(0, 8)}`;
  return [...name].slice(0, NAME_LENGTH - mark.length).join('') + mark;
}
