import { ONLY_BLANKS } from '../runtime/strip.ts';
import type { Body, Emitter, Node } from './emitter.ts';

/** Text of the template, as it is. */
export class Text implements Node {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  get blank(): boolean {
    return ONLY_BLANKS.test(this.text);
  }

  emit(to: Emitter): void {
    to.text(this.text);
  }
}

/** A block of nothing but blanks and silent tags puts nothing out, its blanks included. */
const withoutBlanks = (body: Body): Body => ({
  ...body,
  nodes: body.nodes.filter((node) => !(node instanceof Text)),
});

/** The bodies of one block: blanks count only if some of it puts something out. */
export const settled = (bodies: readonly Body[]): { readonly bodies: readonly Body[]; readonly blank: boolean } => {
  const blank = bodies.every((body) => body.blank);
  return { bodies: blank ? bodies.map(withoutBlanks) : bodies, blank };
};
