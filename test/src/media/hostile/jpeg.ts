/** A segment of a JPEG. */
export function segment(marker: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data as string);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, body]);
}

/** A JPEG with other segments after its beginning. */
export const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Where a marker begins. */
export function markerAt(jpeg: Buffer, markers: readonly number[], from = 2): number {
  for (let at = from; at < jpeg.length - 1; at++) {
    if (jpeg[at] === 0xff && markers.includes(jpeg[at + 1] ?? 0)) return at;
  }
  throw new Error('no such marker');
}

/** A JPEG that says another size. */
export function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = markerAt(changed, [0xc0, 0xc1, 0xc2]);
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** A progressive JPEG whose last scan comes again and again. */
export function withScans(jpeg: Buffer, times: number): Buffer {
  const from = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(from, -2);
  return Buffer.concat([jpeg.subarray(0, from), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]);
}
