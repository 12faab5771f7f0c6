import { shownName } from '../../text/names.ts';

/** A name that somebody gave, with its direction isolated; a label where nothing of the name is seen. */
export const Name = ({ of }: { readonly of: string }) => <bdi>{shownName(of)}</bdi>;

/** The name that a sentence is about. */
export const StrongName = ({ of }: { readonly of: string }) => (
  <strong>
    <Name of={of} />
  </strong>
);
