import type { ComponentChildren } from 'preact';

interface PageProps {
  readonly title: ComponentChildren;
  /** What stands beside the title. */
  readonly beside?: ComponentChildren;
  readonly isNarrow?: boolean;
  readonly children: ComponentChildren;
}

/** The main part of a page without an editor. */
export const Page = ({ title, beside, isNarrow = false, children }: PageProps) => (
  <main class={isNarrow ? 'page narrow' : 'page'} id="contenu">
    <header class="head">
      <h1>{title}</h1>
      {beside && <div>{beside}</div>}
    </header>
    {children}
  </main>
);

interface SectionProps {
  readonly title: string;
  /** Names the section in addresses. */
  readonly id: string;
  readonly children: ComponentChildren;
}

/** A part of a page with its heading. */
export const Section = ({ title, id, children }: SectionProps) => (
  <section id={id} aria-labelledby={`titre-${id}`}>
    <h2 id={`titre-${id}`}>{title}</h2>
    {children}
  </section>
);
