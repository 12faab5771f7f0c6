/** Runs a person's merge tool on one file. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import type { Environment } from '../remote/credentials.ts';

/** The files that a tool gets, by the names that git gives them. */
const NAMES = ['BASE', 'LOCAL', 'REMOTE', 'MERGED'] as const;
type Name = (typeof NAMES)[number];
export type Texts = Readonly<Record<Name, string>>;

/** How the tools that git knows by name are called. */
const KNOWN: Readonly<Record<string, string>> = {
  bc: 'bcompare $LOCAL $REMOTE $BASE -mergeoutput=$MERGED',
  kdiff3: 'kdiff3 --auto -o $MERGED $BASE $LOCAL $REMOTE',
  meld: 'meld $LOCAL $BASE $REMOTE --output $MERGED',
  nvimdiff: 'nvim -f -d -c "4wincmd w | wincmd J" $LOCAL $BASE $REMOTE $MERGED',
  opendiff: 'opendiff $LOCAL $REMOTE -ancestor $BASE -merge $MERGED',
  p4merge: 'p4merge $BASE $REMOTE $LOCAL $MERGED',
  vimdiff: 'vim -f -d -c "4wincmd w | wincmd J" $LOCAL $BASE $REMOTE $MERGED',
  vscode: 'code --wait --merge $REMOTE $LOCAL $BASE $MERGED',
};

/**
 * The command line of the tool: the named one, `VITRINE_OUTIL_FUSION`, or git's `merge.tool`. Only the person's own git settings count: a
 * stranger's folder may bring settings along.
 * @throws CommandRefusal when there is none
 */
export async function mergeToolOf(environment: Environment, named: string | undefined): Promise<string> {
  const given = named ?? environment.VITRINE_OUTIL_FUSION;
  if (given) return KNOWN[given] ?? given;
  const tool = await gitSetting(environment, 'merge.tool');
  const line = tool && ((await gitSetting(environment, `mergetool.${tool}.cmd`)) ?? KNOWN[tool] ?? tool);
  if (line) return line;
  throw new CommandRefusal(
    'Quel outil de fusion ? Nommez-le (« --outil meld »), ou une fois pour toutes dans VITRINE_OUTIL_FUSION ou dans git (« git config --global merge.tool meld »).',
    { code: 'outil', exit: EXIT.usage },
  );
}

/** Reads the settings of the machine and the person, and not of the folder, in which git would look for a repository. */
function gitSetting(environment: Environment, name: string): Promise<string | null> {
  // A path below a file can be no repository.
  const env = { ...ownEnvironment(environment), GIT_DIR: join(process.execPath, 'aucun-depot') };
  return new Promise((resolve) => {
    execFile('git', ['config', '--get', name], { env }, (error, output) =>
      resolve(error ? null : output.trim() || null),
    );
  });
}

/** The environment of the tool, without the key of the service. */
const ownEnvironment = (environment: Environment): NodeJS.ProcessEnv => {
  const { VITRINE_CLE: _key, ...env } = { ...process.env, ...environment };
  return env;
};

/**
 * Runs the tool on copies whose names are ours, and waits for its end.
 * @param line its command line
 * @param path of the theme's file, for the kind of the file
 * @param output where the tool prints
 * @returns what it has made of `MERGED`; null when it ended with an error
 * @throws CommandRefusal when it cannot be started
 */
export async function runMergeTool(
  line: string,
  path: string,
  texts: Texts,
  { environment, output, signal }: { environment: Environment; output: 'inherit' | 'stderr'; signal: AbortSignal },
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-fusion-'));
  try {
    const places = {} as Record<Name, string>;
    for (const name of NAMES) {
      places[name] = join(folder, `${name.toLowerCase()}${extname(path)}`);
      await writeFile(places[name], texts[name], { mode: name === 'MERGED' ? 0o600 : 0o400 });
    }
    const [command = '', ...values] = wordsOf(line, places) ?? ['sh', '-c', line];
    const child = spawn(command, values, {
      cwd: folder,
      env: { ...ownEnvironment(environment), ...places },
      stdio: ['inherit', output === 'stderr' ? process.stderr : 'inherit', 'inherit'],
      signal,
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('exit', resolve);
      child.once('error', reject);
    }).catch((error: NodeJS.ErrnoException) => {
      signal.throwIfAborted();
      throw new CommandRefusal(`L’outil de fusion « ${command} » ne peut pas être lancé (${error.code}).`, {
        code: 'outil',
      });
    });
    return code === 0 ? await readFile(places.MERGED, 'utf8') : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The words of a command line, with the four names replaced; without any of them the files come at its end.
 * @returns null for a line that needs a shell
 */
export function wordsOf(line: string, places: Readonly<Record<Name, string>>): readonly string[] | null {
  const name = `\\$(?:${NAMES.join('|')})\\b|\\$\\{(?:${NAMES.join('|')})\\}`;
  const word = new RegExp(`(?:'[^']*'|"(?:[^"$\`\\\\]|${name})*"|[^\\s'"$\`\\\\;|&<>()*?~#]|${name})+`, 'y');
  const words: string[] = [];
  let hasNames = false;
  for (let at = 0; at < line.length; ) {
    const space = /\s+/y;
    space.lastIndex = at;
    at += space.exec(line)?.[0].length ?? 0;
    if (at === line.length) break;
    word.lastIndex = at;
    const found = word.exec(line)?.[0];
    // Only a shell can read a character that follows the word without a blank.
    if (found === undefined || !/^(?:\s|$)/.test(line.slice(at + found.length, at + found.length + 1))) return null;
    at += found.length;
    words.push(
      found.replace(new RegExp(`'([^']*)'|"|${name}`, 'g'), (part, quoted?: string) => {
        if (quoted !== undefined) return quoted;
        if (part === '"') return '';
        hasNames = true;
        return places[part.replace(/[${}]/g, '') as Name];
      }),
    );
  }
  return hasNames ? words : [...words, ...NAMES.map((each) => places[each])];
}
