import { createContext } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** Why an act failed, and the act of the button to be pressed again after a new sign-in; null where none is. */
export interface Failure {
  readonly error: unknown;
  readonly act: string | null;
}

/** Acts that share one place for a refusal. */
export interface Acts {
  /** Null while nothing was refused. */
  readonly failure: Failure | null;
  /** Does something, one at a time of the same name. What it throws is the failure. @param act name of the act in the page */
  readonly run: (work: () => Promise<void>, act?: string | null) => Promise<void>;
  readonly isBusy: (act?: string | null) => boolean;
}

/** Keeps acts that wait for a sign-in (`asked-again.ts`), where the page does. */
export const waiting: {
  readonly keepAsked?: (act: string, form: HTMLFormElement | null) => void;
  /** Fills in what a question had been answered with before the sign-in. */
  readonly fillAnswers?: (form: HTMLFormElement) => void;
} = {};

/** The act of the button that opened the question around. */
export const Opener = createContext<string | null>(null);

/** Acts of a part of the page, whose refusals `<Refusal {...acts} />` shows. */
export function useActs(): Acts {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState<readonly (string | null)[]>([]);
  const { current: underWay } = useRef(new Set<string | null>());
  return {
    failure,
    isBusy: (act = null) => busy.includes(act),
    async run(work, act = null) {
      if (underWay.has(act)) return;
      const told = () => setBusy([...underWay]);
      underWay.add(act);
      told();
      setFailure(null);
      try {
        await work();
      } catch (error) {
        setFailure({ error, act });
      }
      underWay.delete(act);
      told();
    },
  };
}
