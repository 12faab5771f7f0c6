/** What search engines show of either, at most, characters. */
export const TITLE_SHOWN = 60;
export const DESCRIPTION_SHOWN = 155;

/** Cut as search engines do. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

/** How much of a text search engines show, in a sentence. @param most characters that they show */
export function lengthWords(length: number, most: number): string {
  if (length === 0)
    return `Sans rien d’écrit, voici ce que les moteurs prennent. Ils montrent environ ${most} caractères.`;
  return length > most
    ? `${length} caractères : les moteurs en montrent environ ${most}, la suite est coupée.`
    : `${length} caractères : les moteurs montrent tout.`;
}

interface SearchResultProps {
  /** Without the scheme. */
  readonly address: string;
  readonly title: string;
  readonly description: string;
}

/** How a search engine shows a page. */
export const SearchResult = ({ address, title, description }: SearchResultProps) => (
  <figure class="result" aria-label="Aspect du résultat">
    <span class="result-address">{address}</span>
    <span class="result-title">{cut(title || 'Sans nom', TITLE_SHOWN)}</span>
    <span class="result-about">{cut(description, DESCRIPTION_SHOWN) || 'Le moteur prend lui-même un passage.'}</span>
  </figure>
);
