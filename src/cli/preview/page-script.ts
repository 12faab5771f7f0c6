import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

/** The script of previewed pages, in one piece. */
export async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('browser/client.js', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
    legalComments: 'inline',
    logLevel: 'silent',
  });
  await stop();
  return outputFiles[0]?.text ?? '';
}
