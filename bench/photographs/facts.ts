import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { FACTS_FILE, PHOTOGRAPHS, type PhotographFacts } from '../../src/demo/photographs.ts';
import { PictureProcessor } from '../../src/media/processing/picture-processor.ts';

const JPEG = '.jpg';

/** Writes beside the photographs what the process of pictures finds of each, as it does at an upload. */
export async function noteFacts(): Promise<void> {
  const pictures = new PictureProcessor({ log: { warn: () => undefined } });
  try {
    const facts: Record<string, PhotographFacts> = {};
    for (const file of (await readdir(PHOTOGRAPHS)).filter((name) => name.endsWith(JPEG)).sort()) {
      const bytes = await readFile(new URL(file, PHOTOGRAPHS));
      const order = { siteId: 'demo', urgency: 'nobody', declaredType: null, wanted: [] } as const;
      const outcome = await pictures.take(order, bytes);
      if (!('examined' in outcome)) throw new Error(`${file}: ${JSON.stringify(outcome)}`);
      const { width, height, colour, placeholder } = outcome.examined;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      facts[file.slice(0, -JPEG.length)] = { sha256, bytes: bytes.length, width, height, colour, placeholder };
    }
    await writeFile(new URL(FACTS_FILE, PHOTOGRAPHS), `${JSON.stringify(facts, null, 2)}\n`);
  } finally {
    await pictures.close();
  }
}
