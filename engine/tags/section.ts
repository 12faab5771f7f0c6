import { type Context, type Liquid, Tag, type TagToken, type TopLevelToken, Value } from 'liquidjs';

export interface SectionTagOptions {
  /** The HTML of a section whose values live in the theme's settings (rule 3). */
  readonly renderSection: (type: string) => string;
}

/** `{% section '<type>' %}`. */
export function registerSectionTag(liquid: Liquid, { renderSection }: SectionTagOptions): void {
  liquid.registerTag(
    'section',
    class extends Tag {
      readonly #type: Value;

      constructor(token: TagToken, remaining: TopLevelToken[], owner: Liquid) {
        super(token, remaining, owner);
        if (token.args.trim() === '') throw new Error(`tag ${token.getText()} names no section`);
        this.#type = new Value(token.args, owner);
      }

      override *render(context: Context): Generator<unknown, string, unknown> {
        const type = yield this.#type.value(context);
        return renderSection(String(type ?? ''));
      }
    },
  );
}
