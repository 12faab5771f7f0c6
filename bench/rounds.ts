/** Measures two things by turns, A B A B …, so that a machine that is slow for a while is slow for both. */
export async function byTurns<Ours, Theirs>(
  rounds: number,
  ours: (round: number) => Promise<Ours>,
  theirs: (round: number) => Promise<Theirs>,
): Promise<{ readonly ours: Ours; readonly theirs: Theirs }[]> {
  const pairs: { ours: Ours; theirs: Theirs }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await theirs(round);
    pairs.push({ ours: await ours(round), theirs: first });
  }
  return pairs;
}
