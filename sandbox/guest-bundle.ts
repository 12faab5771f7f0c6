import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { compileTheme } from '../engine/index.ts';
import { loadingSource } from './isolate.ts';
import type { GuestBundles } from './protocol.ts';
import { WARM_UP_FILES } from './warm-up.ts';

/** Made once at start from our own source. */
export async function bundleGuests(): Promise<GuestBundles> {
  const [compile, render] = await Promise.all([bundle('compile-guest'), bundle('render-guest')]);
  // Its service process would stay for the life of the program.
  await stop();
  return { compile, render, warmUp: { source: loadingSource(compileTheme(WARM_UP_FILES)) } };
}

async function bundle(guest: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../engine/${guest}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  if (!output) throw new Error('esbuild gave no bundle of the engine');
  return output.text;
}
