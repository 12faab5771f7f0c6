import sharp from 'sharp';

/** What reads files: these and no other, and from memory only (docs/decisions/pictures-in-a-process.md). */
const ADMITTED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ADMITTED });
// One file is read once: what libvips keeps of it would only take memory.
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
