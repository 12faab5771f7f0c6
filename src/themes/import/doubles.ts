/** Bytes of JSON that say where something begins and ends. */
const MARK = { quote: 0x22, colon: 0x3a, backslash: 0x5c, array: 0x5b, object: 0x7b, arrayEnd: 0x5d, objectEnd: 0x7d };

/** What `"fichiers"` takes at most, each letter escaped, bytes. */
const NAME_BYTES = 2 + 6 * 'fichiers'.length;

/**
 * Whether an archive has a field twice, or a file: of two members of one name `JSON.parse` keeps the last and says nothing, so
 * that a file would be lost that nobody has judged.
 * @param json bytes of valid JSON, an object
 * @param parsed what `JSON.parse` made of it
 */
export function namesSomethingTwice(json: Buffer, parsed: { readonly fichiers: object }): boolean {
  let [fields, files, depth] = [0, 0, 0];
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
        if (depth === 1) {
          fields++;
          isInFiles = name.length <= NAME_BYTES && JSON.parse(name.toString()) === 'fichiers';
        } else if (depth === 2 && isInFiles) files++;
        break;
      case MARK.array:
      case MARK.object:
        depth++;
        break;
      case MARK.arrayEnd:
      case MARK.objectEnd:
        depth--;
    }
  }
  return fields !== Object.keys(parsed).length || files !== Object.keys(parsed.fichiers).length;
}

/** @returns where the quote stands that ends the string which begins here */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(MARK.quote, start + 1); end >= 0; end = json.indexOf(MARK.quote, end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === MARK.backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
