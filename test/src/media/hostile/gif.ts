const le = (number: number): number[] => [number & 255, number >> 8];

/** One pixel of colour 0, as large as it says: decoders fill what is missing, or say that it is broken. */
const ONE_PIXEL = [0x02, 0x02, 0x44, 0x01, 0x00];

/** A frame of a GIF. */
export const frame = (width: number, height: number, data: readonly number[] = ONE_PIXEL): Buffer =>
  Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...le(width), ...le(height), 0, ...data]);

/** A note in a GIF. */
export const comment = (text: string): Buffer => Buffer.from([0x21, 0xfe, text.length, ...Buffer.from(text), 0]);

export const gif = (width: number, height: number, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...le(width), ...le(height), 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...parts,
    Buffer.from([0x3b]),
  ]);
