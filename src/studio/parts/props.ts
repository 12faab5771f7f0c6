/** A picture of the catalog. */
export interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}
