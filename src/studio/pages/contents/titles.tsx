import { Name } from '../../parts/name.tsx';
import type { TextRow } from './props.ts';

/** The titles of texts, one a line. */
export const Titles = ({ of }: { readonly of: readonly TextRow[] }) => (
  <ul class="titles">
    {of.map(({ id, title }) => (
      <li key={id}>
        <Name of={title} />
      </li>
    ))}
  </ul>
);
