import { crc32, inflateRawSync } from 'node:zlib';

const [END, ENTRY] = [0x06054b50, 0x02014b50];

/** Reads a ZIP by its directory, as the programs do that open one. @returns content by name @throws Error where a file is not what its checksum says */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('a ZIP without its directory');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`no entry of a ZIP at ${at}`);
    const [method, sum, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const head = zip.readUInt32LE(at + 42);
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const bytes = zip.subarray(start, start + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (crc32(content) !== sum) throw new Error(`${name} is not what its checksum says`);
    files.set(name, content);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
