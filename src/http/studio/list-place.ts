import { Refusal } from '../../errors.ts';

/**
 * A list from where its address says. An address that is no place of the list counts for nothing: the list begins anew.
 * @param listFrom reads the list from a place; from its beginning without one
 */
export async function listAtPlace<List>(
  listFrom: (place: string | undefined) => Promise<List>,
  place: string | undefined,
): Promise<{ readonly list: List; readonly isFirst: boolean }> {
  try {
    return { list: await listFrom(place), isFirst: place === undefined };
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_input')) throw error;
    return { list: await listFrom(undefined), isFirst: true };
  }
}
