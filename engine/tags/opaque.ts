import { type Liquid, Tag, type TagToken, type TopLevelToken } from 'liquidjs';
import { OPAQUE_TAGS } from '../language/blanks.ts';

/** A block whose body is not Liquid: it is blanked before the analysis and shows nothing. */
function opaqueTag(name: string) {
  return class extends Tag {
    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
      super(token, remaining, liquid);
      for (let next = remaining.shift(); next; next = remaining.shift()) {
        if ((next as TagToken).name === `end${name}`) return;
      }
      throw new Error(`tag ${token.getText()} not closed`);
    }

    override *render(): Generator<unknown, void, unknown> {}
  };
}

export function registerOpaqueTags(liquid: Liquid): void {
  for (const name of OPAQUE_TAGS) liquid.registerTag(name, opaqueTag(name));
}
