export interface AccountProps {
  readonly email: string;
  /** Sessions besides the one that looks. */
  readonly others: number;
}
