import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const GUEST = fileURLToPath(new URL('../engine/guest.ts', import.meta.url));

/** The engine as one classic script for a bare V8 context, made once at start from our own source. */
export async function bundleGuest(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [GUEST],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  // Its service process would stay for the life of the program.
  await stop();
  const [bundle] = outputFiles;
  if (!bundle) throw new Error('esbuild gave no bundle of the engine');
  return bundle.text;
}
