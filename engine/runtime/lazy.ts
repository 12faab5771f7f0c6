/** A value that is made at its first use, so that the first page of a new isolate does not pay for values that it does not use. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
