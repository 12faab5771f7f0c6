import { useEffect } from 'preact/hooks';

/** The browser asks before the page is left. @param isNeeded whether something would be lost */
export function useStay(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
