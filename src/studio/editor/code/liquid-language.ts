import { Language, LanguageSupport, StreamLanguage } from '@codemirror/language';
import {
  type Input,
  Parser,
  type PartialParse,
  parseMixed,
  type SyntaxNodeRef,
  type TreeFragment,
} from '@lezer/common';
import { foldBrackets } from './brackets.ts';
import { liquidMode } from './liquid-mode.ts';

/** The stretches of text, by the tokens of their lines; the ends of lines, which no token has, are part of them. */
function textsOf(input: Input): (token: SyntaxNodeRef) => false | { from: number; to: number } {
  let end = 0;
  const isBreak = (at: number) => input.read(at, at + 1) === '\n';
  return ({ name, from, to }) => {
    if (name !== 'content') return false;
    let begin = from;
    while (begin > end && isBreak(begin - 1)) begin--;
    end = to;
    while (end < input.length && isBreak(end)) end++;
    return { from: begin, to: end };
  };
}

/** Liquid, with another language in the text around it. */
export function liquid(base: LanguageSupport): LanguageSupport {
  const own = StreamLanguage.define(liquidMode);
  const nest = parseMixed((node, input) =>
    node.type.isTop ? { parser: base.language.parser, overlay: textsOf(input) } : null,
  );
  const mixed = new (class extends Parser {
    createParse(
      input: Input,
      fragments: readonly TreeFragment[],
      ranges: readonly { from: number; to: number }[],
    ): PartialParse {
      return nest(own.parser.startParse(input, fragments, ranges), input, fragments, ranges);
    }
  })();
  const language = new Language(own.data, mixed, [], 'liquid');
  return new LanguageSupport(language, [
    base.support,
    base.language.data.of({ closeBrackets: { brackets: ['{'] } }),
    foldBrackets(own),
  ]);
}
