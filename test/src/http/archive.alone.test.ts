import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openMediaFiles } from '../../../src/media/store/open-store.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { needs } from '../../support/needs.ts';
import { startTestProgram } from '../../support/program.ts';
import { createPublicSite } from '../../support/public-site.ts';
import { signIn } from '../../support/sign-in.ts';
import { insertMedia } from '../../support/stored-media.ts';
import { readZip } from '../../support/zip.ts';

const SCRIPT = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
for name in z.namelist(): sys.stdout.buffer.write(name.encode() + b"\\n" + z.read(name) + b"\\n")`;

it('Python reads in the archive of a site what the other tests read', needs('Python'), async () => {
  const folder = await freshDataDir();
  const vitrine = await startTestProgram({ DATA_DIR: folder });
  const site = await createPublicSite(vitrine, { 'sections/texte.liquid': 'Bonjour « œ »' });
  const media = await openMediaFiles({ dataDir: folder, mediaBucket: undefined });
  await insertMedia(vitrine.databaseUrl, media.store, site.siteId, Buffer.from('les octets'), {
    nom: 'Café d’été.jpg',
  });
  const headers = { ...(await signIn(vitrine, site)).headers, 'x-service-site-cible': site.slug };
  const { bytes } = await vitrine.ask({ path: '/api/site/archive', headers });
  const file = join(folder, 'archive.zip');
  await writeFile(file, bytes);
  const { stdout } = await promisify(execFile)('python3', ['-c', SCRIPT, file], { maxBuffer: 1 << 26 });
  const files = [...readZip(bytes)];
  expect(files).toHaveLength(2);
  expect(stdout).toBe(files.map(([name, content]) => `${name}\n${content}\n`).join(''));
  await vitrine.close();
  await rm(folder, { recursive: true });
});
