import { List } from './list.tsx';

/** Files under a label; nothing where there are none. */
export const Paths = ({ label, paths }: { readonly label: string; readonly paths: readonly string[] }) =>
  paths.length > 0 && (
    <>
      <p>{label}</p>
      <List class="paths" items={paths} keyOf={(path) => path}>
        {(path) => path}
      </List>
    </>
  );
