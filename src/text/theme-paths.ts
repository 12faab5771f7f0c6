/** Addresses of a theme’s pages in the studio. @param site address of its site’s page */
export function themePaths(site: string, themeId: string) {
  const code = `${site}/themes/${themeId}`;
  return {
    code,
    personnaliser: `${code}/personnaliser`,
    versions: `${code}/versions`,
    repetition: `${code}/repetition`,
    upgrade: `${code}/mise-a-jour`,
  };
}
