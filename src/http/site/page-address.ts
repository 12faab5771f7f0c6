/** The path of an address without its outer slashes; as it stands when it cannot be decoded. */
export function decodedPath(url: string): string {
  const path = url.split('?', 1)[0]?.replace(/^\/|\/$/g, '') ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
