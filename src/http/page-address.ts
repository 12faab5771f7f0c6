/** Longest address that can name a page, UTF-16 code units. */
const PAGE_PATH_UNITS = 80;

/** The slug that a path asks a page by: empty for the home page, null when no page can stand there. */
export function pageSlug(path: string): string | null {
  return path.length <= PAGE_PATH_UNITS && /^[a-z0-9-]*$/.test(path) ? path : null;
}

/** The path of an address without its outer slashes; as it stands when it cannot be decoded. */
export function decodedPath(url: string): string {
  const path = url.split('?', 1)[0]?.replace(/^\/|\/$/g, '') ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
