/** Statements that answer many questions: the column `n` of a row is the number, from 1, of the question that it answers. */
export type Numbered<Row> = Row & { readonly n: number };

/** The rows in the order of the questions; null for a question without a row. */
export function inOrder<Row>(questions: readonly unknown[], rows: readonly Numbered<Row>[]): (Omit<Row, 'n'> | null)[] {
  const answers: (Omit<Row, 'n'> | null)[] = questions.map(() => null);
  for (const { n, ...row } of rows) answers[n - 1] = row as Omit<Row, 'n'>;
  return answers;
}
