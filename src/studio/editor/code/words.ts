/** What is written between marks: code, or what is stressed. */
const MARKED = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]*\)/g;

/** The few marks of Markdown that the words of the language have, as elements: paragraphs, code, stress; of a link its text. */
export function wordsOf(markdown: string): HTMLElement {
  const words = document.createElement('div');
  words.className = 'cm-words';
  for (const [index, piece] of markdown.split(/```\w*\n?/).entries()) {
    if (index % 2 === 1) {
      const code = words.appendChild(document.createElement('pre'));
      code.textContent = piece.trimEnd();
      continue;
    }
    for (const paragraph of piece.split(/\n{2,}/)) {
      if (paragraph.trim() !== '') words.appendChild(document.createElement('p')).append(...marked(paragraph.trim()));
    }
  }
  return words;
}

function* marked(text: string): Generator<string | HTMLElement> {
  let end = 0;
  for (const { 0: whole, 1: code, 2: strong, 3: link, index } of text.matchAll(MARKED)) {
    yield text.slice(end, index);
    end = index + whole.length;
    if (link !== undefined) yield link;
    else {
      const element = document.createElement(code === undefined ? 'strong' : 'code');
      element.textContent = code ?? strong ?? '';
      yield element;
    }
  }
  yield text.slice(end);
}
