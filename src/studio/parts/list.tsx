import type { ComponentChildren } from 'preact';

interface ListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly class?: string;
  readonly label?: string;
  /** What stands there instead of an empty list. */
  readonly empty?: ComponentChildren;
  readonly children: (item: Item) => ComponentChildren;
}

export const List = <Item,>({ items, keyOf, class: name, label, empty, children }: ListProps<Item>) =>
  items.length === 0 && empty ? (
    empty
  ) : (
    <ul class={name} aria-label={label}>
      {items.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  );

interface FactsProps {
  readonly class?: string;
  /** Terms with their values. */
  readonly facts: readonly (readonly [term: string, value: ComponentChildren])[];
}

/** What is known of something, as a table of two columns. */
export const Facts = ({ class: name = 'facts', facts }: FactsProps) => (
  <dl class={name}>
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface EmptyStateProps {
  /** That there is nothing. */
  readonly title: string;
  /** What one can do, and what then stands here. */
  readonly children?: ComponentChildren;
}

/** Stands where there is nothing yet. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div class="empty">
    <p>{title}</p>
    {children}
  </div>
);
