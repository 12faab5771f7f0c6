/** The bytes that structure JSON. */
const MARK = {
  quote: 0x22,
  backslash: 0x5c,
  array: 0x5b,
  object: 0x7b,
  arrayEnd: 0x5d,
  objectEnd: 0x7d,
  colon: 0x3a,
  comma: 0x2c,
};

/** Length of the key `"fichiers"` with each letter escaped, bytes. */
const NAME_BYTES = 2 + 6 * 'fichiers'.length;

/** Facts about an archive that are found without parsing it. */
export interface Outline {
  /** Number of members of the archive, duplicates included: of two with one name `JSON.parse` silently keeps the last. */
  readonly fields: number;
  /** Number of members of `fichiers`, duplicates included. */
  readonly files: number;
  /** Number of marks that begin a value: the memory of the parsed archive grows with it. */
  readonly marks: number;
}

/** @param json bytes of JSON; for other bytes the numbers mean nothing */
export function outlineOf(json: Buffer): Outline {
  let [fields, files, marks, depth] = [0, 0, 0, 0];
  let name: Buffer = json;
  let isInFiles = false;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case MARK.quote: {
        const end = endOfString(json, at);
        if (depth === 1) name = json.subarray(at, end + 1);
        at = end;
        break;
      }
      case MARK.colon:
        marks++;
        if (depth === 1) {
          fields++;
          isInFiles = isNameOfFiles(name);
        } else if (depth === 2 && isInFiles) files++;
        break;
      case MARK.comma:
        marks++;
        break;
      case MARK.array:
      case MARK.object:
        marks++;
        depth++;
        break;
      case MARK.arrayEnd:
      case MARK.objectEnd:
        depth--;
    }
  }
  return { fields, files, marks };
}

/** @returns the offset of the quote that ends the string */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(MARK.quote, start + 1); end >= 0; end = json.indexOf(MARK.quote, end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === MARK.backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

function isNameOfFiles(name: Buffer): boolean {
  try {
    return name.length <= NAME_BYTES && JSON.parse(name.toString()) === 'fichiers';
  } catch {
    return false;
  }
}
