/** Texts of about 300 kB, as they are found on sites and worse. */

const WORDS =
  'le la pain four matin atelier farine lumière boulangerie toujours ouvert dimanche levain croûte maison quartier voisin recette été'.split(
    ' ',
  );
/** Length of the text, UTF-16 code units. */
const UNITS = 300_000;
/** Of the text that has eight paragraphs only. */
const LONG_UNITS = 262_144;

/** A generator of Lehmer: the same words in each run. */
function writer(): (count: number) => string {
  let seed = 42;
  const word = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return WORDS[seed % WORDS.length];
  };
  return (count) => Array.from({ length: count }, word).join(' ');
}

/** @param block the block of a number @returns as many blocks as the length wants */
function blocks(units: number, block: (number: number) => string): string {
  let text = '';
  for (let number = 0; text.length < units; number++) text += `${block(number)}\n`;
  return text;
}

function paragraphs(): string {
  const words = writer();
  return blocks(UNITS, (number) =>
    number % 8 === 0 ? `<h2>${words(5)}</h2>` : `<p>${words(40)} <strong>${words(3)}</strong> ${words(20)}</p>`,
  );
}

function mixed(): string {
  const words = writer();
  const row = () => `<tr>${Array.from({ length: 4 }, () => `<td>${words(4)}</td>`).join('')}</tr>`;
  return blocks(UNITS, (number) => {
    const kind = number % 10;
    if (kind === 3) return `<table><tbody>${Array.from({ length: 6 }, row).join('')}</tbody></table>`;
    if (kind === 6) return `<figure><img src="https://exemple.fr/${number}.png" alt="${words(4)}"></figure>`;
    if (kind === 8) return `<ul>${Array.from({ length: 5 }, () => `<li>${words(8)}</li>`).join('')}</ul>`;
    return `<p>${words(60)}</p>`;
  });
}

function long(): string {
  const words = writer();
  return Array.from({ length: 8 }, () => `<p>${blocks(LONG_UNITS / 8, () => words(60))}</p>`).join('\n');
}

export const TEXTS: readonly (readonly [name: string, html: string])[] = [
  ['paragraphs', paragraphs()],
  ['paragraphs, tables, lists and pictures', mixed()],
  ['eight paragraphs', long()],
];
