/** Makes the package of the client: one file that an author installs without the repository. It has no dependency, because all of it is bundled. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin, stop } from 'esbuild';
import metadata from '../../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Modules that the package leaves out: they need the sandbox, or the server and its database. */
const LEFT_OUT =
  /\/(?:verify\/verify|preview\/preview|theme-tests\/test-theme|admin)\.ts$|^\.\/(?:verify|preview|test-theme|admin)\.ts$/;

const withoutServer: Plugin = {
  name: 'without-server',
  setup: ({ onResolve }) => {
    onResolve({ filter: LEFT_OUT }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: join(ROOT, 'src/cli/package/absent.ts') } : undefined,
    );
    onResolve({ filter: /\/package\/offers\.ts$/ }, () => ({ path: join(ROOT, 'src/cli/package/absent.ts') }));
  },
};

/** The formatter of Liquid asks for the whole formatter, with all of its languages; the part of it that reads none by itself is enough. */
const formatterWithoutLanguages: Plugin = {
  name: 'formatter-without-languages',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^prettier$/ }, ({ kind, resolveDir }) => resolve('prettier/standalone', { kind, resolveDir }));
  },
};

/** The program of the thread that merges files, and that of the library's threads; each is a file of its own. */
const THREAD_PROGRAMS = { reconcile: 'src/merge/reconcile.ts', worker: 'node_modules/piscina/dist/worker.js' };

/** In the package all programs lie in one folder. */
const threadProgramsBeside: Plugin = {
  name: 'thread-programs-beside',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/workers\/workers\.ts$/ }, async ({ path }) => {
      const parts = (await readFile(path, 'utf8')).split("'../merge/reconcile.ts'");
      if (parts.length !== 2) throw new Error('src/workers/workers.ts names src/merge/reconcile.ts in another way');
      return { contents: parts.join("'./reconcile.js'"), loader: 'ts' };
    });
  },
};

/** Some libraries are CommonJS. */
const BANNER = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url), __dirname = import.meta.dirname;',
].join(' ');

/** In the repository Node comes with it; here it does not. */
const HINT = [
  'Dans le dossier où vitrine est installé, « npx vitrine » se sert du Node qui l’accompagne.',
  'Installez-le, puis relancez la même commande.',
];

/** @param folder an empty one, which becomes that of the package */
async function assemble(folder: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { vitrine: 'src/cli/vitrine.ts', ...THREAD_PROGRAMS },
    outdir: join(folder, 'lib'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Bundles the ES form of libraries that have two forms: a script that calls `require` for its own files cannot be bundled.
    mainFields: ['module', 'main'],
    minifySyntax: true,
    legalComments: 'none',
    banner: { js: BANNER },
    // An optional part of the library of threads, which the package goes without.
    external: ['@napi-rs/nice'],
    plugins: [withoutServer, formatterWithoutLanguages, threadProgramsBeside],
    metafile: true,
    logLevel: 'warning',
  }).finally(stop);
  const start = await readFile(join(ROOT, 'src/cli/bin.cjs'), 'utf8');
  const [ofRepository = '', ofPackage = ''] = HINT;
  if (!start.includes(ofRepository)) throw new Error('src/cli/bin.cjs has another sentence for a Node that is too old');
  const { name, version, description } = metadata;
  const manifest = {
    ...{ name, version, description: `${description} The client of theme authors.`, private: true, type: 'module' },
    ...{
      bin: { vitrine: 'bin.cjs' },
      engines: { node: `>=${NODE}` },
      files: ['bin.cjs', 'load.cjs', 'lib', 'LICENCES.txt'],
    },
  };
  const files = {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'bin.cjs': start.replace(ofRepository, ofPackage),
    'load.cjs': "'use strict';\n\nimport('./lib/vitrine.js');\n",
    'LICENCES.txt': await licencesOf(Object.keys(metafile.inputs)),
  };
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
  await cp(join(ROOT, 'src/cli/package/README.md'), join(folder, 'README.md'));
}

/** Major version of the Node that the repository brings. */
const NODE = metadata.dependencies.node.split('.')[0];

/** The licences of the libraries that are bundled. @param inputs paths from the top of the repository */
async function licencesOf(inputs: readonly string[]): Promise<string> {
  const libraries = new Set(
    inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = await Promise.all(
    [...libraries].sort().map(async (library) => {
      const names = (await readdir(join(ROOT, library))).filter((name) => /^(?:licen[cs]e|thirdparty)/i.test(name));
      const licences = await Promise.all(names.map((name) => readFile(join(ROOT, library, name), 'utf8')));
      return [library.replace(/^.*node_modules\//, ''), ...licences.map((text) => text.trim())].join('\n\n');
    }),
  );
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Makes the package. @param destination folder of its file @returns the path of the file */
export async function pack(destination: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-paquet-'));
  try {
    await assemble(folder);
    await mkdir(destination, { recursive: true });
    const { stdout } = await promisify(execFile)(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', destination],
      { cwd: folder },
    );
    const [{ filename }] = JSON.parse(stdout);
    return join(destination, filename);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
