import { Name } from '../parts/name.tsx';
import type { EditorProps } from './props.ts';

/** What is shown of the code editor before its script runs. */
export const FirstEditor = ({ theme, chemins }: EditorProps) => (
  <main id="studio" class="workspace">
    <h1 class="unseen">
      <Name of={theme.nom} />
    </h1>
    <nav class="first-tree" aria-label="Fichiers">
      <ul>
        {chemins.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </nav>
    <p class="first-words soft">L’éditeur s’ouvre…</p>
  </main>
);
