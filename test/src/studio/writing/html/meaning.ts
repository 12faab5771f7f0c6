import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment } from 'parse5';

const IN_LINE = new Set(
  'a b strong i em u s del strike code sup sub span small abbr q cite mark kbd samp var time dfn ins data big tt'.split(
    ' ',
  ),
);
const SPACE = /[ \t\n\f\r]+/g;

/**
 * What a text says, for comparing: elements with their attributes, and in each line the words with the elements around them, in whatever order and however
 * often these begin anew. White space counts where a reader sees it.
 */
export function meaningOf(html: string): string[] {
  const body = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
  const said: string[] = [];
  let line: [text: string, around: string][] = [];
  const endLine = () => {
    const words = line.flatMap(([text, around]) => [...text].map((character) => `${character}\t${around}`));
    const isSpace = (word: string | undefined) => word === undefined || word.startsWith(' ') || word.startsWith('\n');
    const seen = words.filter(
      (word, index) => !(word.startsWith(' ') && (isSpace(words[index - 1]) || isSpace(words[index + 1]))),
    );
    if (seen.length > 0) said.push(seen.join('\u0001'));
    line = [];
  };
  const visit = (node: DefaultTreeAdapterTypes.ChildNode, around: readonly string[]): void => {
    if ('value' in node) line.push([node.value.replace(SPACE, ' '), around.toSorted().join(' ')]);
    if (!('tagName' in node)) return;
    const tag = `${node.tagName} ${node.attrs
      .map(({ name, value }) => `${name}=${value}`)
      .sort()
      .join(' ')}`;
    if (node.tagName === 'br') line.push(['\n', '']);
    else if (IN_LINE.has(node.tagName) && !isInPre(node))
      for (const child of node.childNodes) visit(child, [...around, tag]);
    else {
      endLine();
      said.push(`<${tag}>`);
      if (node.tagName === 'pre') said.push(textOf(node));
      else for (const child of node.childNodes) visit(child, []);
      endLine();
      said.push(`</${node.tagName}>`);
    }
  };
  for (const node of parseFragment(body, html, {}).childNodes) visit(node, []);
  endLine();
  return said;
}

const isInPre = (node: DefaultTreeAdapterTypes.Element) => node.parentNode?.nodeName === 'pre';

const textOf = (node: DefaultTreeAdapterTypes.ChildNode): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
