import { Name } from '../parts/name.tsx';
import type { ThemePageData } from '../theme/props.ts';

/** What is shown before the script has read the theme (`view/app.tsx`). */
export const CustomisePage = ({ theme }: ThemePageData) => (
  <main id="studio" class="workspace">
    <h1 class="unseen">
      <Name of={theme.nom} />
    </h1>
    <p class="first-words soft" role="status">
      Les réglages s’ouvrent…
    </p>
  </main>
);
