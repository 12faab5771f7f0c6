import type { WritingProps } from './props.ts';

/** What is shown before the script has read the text (`view/app.tsx`). */
export const WritingPage = ({ genre }: WritingProps) => (
  <main id="studio" class="workspace">
    <h1 class="unseen">{genre === 'page' ? 'Page' : 'Article'}</h1>
    <p class="first-words soft" role="status">
      Le texte s’ouvre…
    </p>
  </main>
);
