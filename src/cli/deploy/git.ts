/** What git knows about the theme's folder. Without git, or outside of a repository, it knows nothing. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Environment } from '../remote/credentials.ts';
import { visible } from '../terminal.ts';

/** The repository around a folder. */
export interface Git {
  /** Null without a branch (a detached commit). */
  readonly branch: string | null;
  /** Whether the clone has only a part of the history. */
  readonly isShallow: boolean;
  /** Which of these texts git has, as the content of any file of any commit. */
  knows(texts: readonly string[]): Promise<ReadonlySet<string>>;
  /** The last commit that changed a file; null where there is none. @param path in the folder */
  lastChange(path: string): Promise<GitChange | null>;
}

export interface GitChange {
  readonly auteur: string;
  /** ISO timestamp. */
  readonly cree_le: string;
  /** Abbreviated. */
  readonly commit: string;
}

/** Why git is not asked. */
export interface NoGit {
  /** In a few words. */
  readonly reason: string;
  /** Whether git is missing or refuses: nobody knows then whether the folder is in a repository. */
  readonly isFailure: boolean;
}

/**
 * @param folder absolute path
 * @param environment its `PATH` finds git
 * @returns the reason where there is none: neither git nor a repository, or git does not trust it
 */
export async function openGit(folder: string, environment: Environment): Promise<Git | NoGit> {
  const git = (words: readonly string[], input = '') => runGit(folder, environment, words, input);
  const asked = await git(['rev-parse', '--is-inside-work-tree', '--is-shallow-repository', '--show-object-format']);
  if (asked.code !== 0) return noGit(asked);
  const [, shallow, format] = asked.out.trim().split('\n');
  const algorithm = format === 'sha256' ? 'sha256' : 'sha1';
  const head = await git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return {
    branch: head.code === 0 ? head.out.trim() : null,
    isShallow: shallow === 'true',
    knows: async (texts) => {
      // Where git converts line ends at a checkout, it stores the text without carriage returns.
      const forms = texts.map((text) => [text, text.replaceAll('\r\n', '\n')].map((form) => blobId(form, algorithm)));
      const { out } = await git(
        ['cat-file', '--batch-check'],
        forms
          .flat()
          .map((id) => `${id}\n`)
          .join(''),
      );
      const known = new Set([...out.matchAll(/^([0-9a-f]+) blob \d+$/gm)].map(([, id]) => id));
      return new Set(texts.filter((_, index) => forms[index]?.some((id) => known.has(id))));
    },
    lastChange: async (path) => {
      // Without this option git would run a program that the repository names, to check signatures.
      const words = ['log', '-1', '--no-show-signature', '--format=%cI %h %an', '--', path];
      const { code, out } = await git(words);
      const [, when = '', commit = '', author = ''] = /^(\S+) (\S+) (.*)$/.exec(out.trim()) ?? [];
      return code === 0 && commit !== '' ? { auteur: visible(author), cree_le: when, commit } : null;
    },
  };
}

const noGit = ({ sentence }: GitAnswer): NoGit =>
  sentence.includes('not a git repository')
    ? { reason: 'il n’est dans aucun dépôt', isFailure: false }
    : { reason: sentence, isFailure: true };

/** The name under which git keeps a content. */
function blobId(text: string, algorithm: 'sha1' | 'sha256'): string {
  const bytes = Buffer.from(text);
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

interface GitAnswer {
  /** Null where git could not be started. */
  readonly code: number | null;
  readonly out: string;
  /** The first line of what it complains about. */
  readonly sentence: string;
}

function runGit(folder: string, environment: Environment, words: readonly string[], input: string): Promise<GitAnswer> {
  const own = { LC_ALL: 'C', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
  return new Promise((resolve) => {
    const child = spawn('git', ['--no-pager', '--no-replace-objects', ...words], {
      cwd: folder,
      env: { ...environment, ...own },
    });
    let [out, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ code: null, out, sentence: error.code === 'ENOENT' ? 'git n’est pas installé' : String(error.code) }),
    );
    child.once('close', (code) => resolve({ code, out, sentence: visible(complaint.trim().split('\n')[0] ?? '') }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
