import { showRefusal } from '../../pages/announce.ts';

interface FailureProps {
  readonly error: unknown;
  /** Tries again, where that may help. */
  readonly again?: () => void;
}

/** Why a request failed, shown beside the control that asked. */
export function Failure({ error, again }: FailureProps) {
  return (
    <div class="refusal">
      <p
        role="alert"
        ref={(place) => {
          if (place) showRefusal(place, error);
        }}
      />
      {again && (
        <button type="button" onClick={again}>
          Réessayer
        </button>
      )}
    </div>
  );
}
