/**
 * Remembers where the focus is.
 * @returns what gives the focus back, unless the person has gone elsewhere: to the same control, or where that is gone to the heading of the
 * part that it was in
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  if (!(before instanceof HTMLElement) || before === document.body) return () => {};
  const around: HTMLElement[] = [];
  for (let one = before.parentElement; one; one = one.parentElement) around.push(one);
  return () => {
    const now = document.activeElement;
    if (now && now !== document.body && now !== before) return;
    if (before.isConnected && !before.matches(':disabled')) {
      before.focus();
      return;
    }
    const part = around.find((one) => one.isConnected && one.querySelector('h1, h2, h3'));
    const heading = part?.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) heading.tabIndex = -1;
    heading?.focus();
  };
}
