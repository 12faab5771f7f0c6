import type { Scopes } from '../document/scopes.ts';
import { asText } from './markdown.ts';
import { typeWords } from './vocabulary-words.ts';

/** A parameter of a snippet, as a call may pass it. */
export interface Parameter {
  readonly name: string;
  readonly detail: string;
  readonly says?: string;
}

/**
 * What a snippet may be passed: what its `{% doc %}` tells, what other calls pass, and what the snippet reads.
 */
export function parametersOf(scopes: Scopes, snippet: string): readonly Parameter[] {
  const path = `snippets/${snippet}.liquid`;
  const known = scopes.parameters(snippet);
  const found = [...known.values()].map(({ name, type, doc }) => ({
    name,
    detail: asText(doc?.type ?? '') || typeWords(type),
    ...(doc?.words && { says: asText(doc.words) }),
  }));
  if (scopes.declares(path)) return found;
  const uses = scopes.uses(path);
  const own = new Set([
    ...(uses?.loops ?? []).flatMap(({ variable, turn }) => [variable.text, turn]),
    ...(uses?.setsOf.keys() ?? []),
  ]);
  const read = [...(uses?.names ?? [])].filter((name) => !known.has(name) && !own.has(name));
  return [...found, ...read.map((name) => ({ name, detail: 'lu par l’extrait' }))];
}

/** How a snippet is called, and what its parameters are, in Markdown. */
export function snippetText(scopes: Scopes, snippet: string): string {
  const parameters = parametersOf(scopes, snippet);
  const call = ['{% render', [`"${snippet}"`, ...parameters.map(({ name }) => `${name}: …`)].join(', '), '%}'].join(
    ' ',
  );
  const list = parameters.map(({ name, detail, says }) => `- \`${name}\` (${detail})${says ? ` : ${says}` : ''}`);
  return [`\`\`\`liquid\n${call}\n\`\`\``, ...(list.length > 0 ? [list.join('\n')] : [])].join('\n\n');
}
