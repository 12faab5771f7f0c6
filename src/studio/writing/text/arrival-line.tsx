interface ArrivalLineProps {
  readonly name: string;
  /** How much is sent, from 0 to 1; at 1 the platform examines the file. */
  readonly share: number;
  readonly refused?: {
    readonly words: string;
    /** Null where the same file is refused again. */
    readonly again: (() => void) | null;
    readonly leave: () => void;
  };
}

/** A file on its way, where its picture or its link will stand. */
export const ArrivalLine = ({ name, share, refused }: ArrivalLineProps) =>
  refused ? (
    <>
      <p class="refusal" role="alert">
        <bdi>{name}</bdi> : {refused.words}
      </p>
      <span class="acts">
        {refused.again && (
          <button type="button" onClick={refused.again}>
            Réessayer
          </button>
        )}
        <button type="button" onClick={refused.leave}>
          Masquer
        </button>
      </span>
    </>
  ) : (
    <>
      <progress aria-label={`Envoi de ${name}`} value={share} max={1} />
      <p class="soft">
        <bdi>{name}</bdi> : {share < 1 ? `${Math.floor(share * 100)} %` : 'préparation…'}
      </p>
    </>
  );
