/** A value that is made when it is first asked for: what a page does not use must not cost a new isolate's first page. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
