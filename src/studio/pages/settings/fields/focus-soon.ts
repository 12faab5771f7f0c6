/** Brings the focus to a field or a button once it is drawn: what had the focus may be gone. @param id of the element */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
