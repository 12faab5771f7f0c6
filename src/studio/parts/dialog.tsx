import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rememberFocus } from '../live/focus.ts';

export interface DialogProps {
  readonly title: ComponentChildren;
  readonly class?: string | undefined;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

let headings = 0;
/** Ids of `useId` begin anew when the page is drawn again: two windows that are open would have the same. */
const nextHeading = (): string => `titre-de-fenetre-${++headings}`;

/** A window above the page. Escape closes it; the focus goes back to where it was. @param onClose is not called for a window that the page takes away */
export function Dialog({ title, class: name, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [heading] = useState(nextHeading);
  useLayoutEffect(() => {
    const giveFocusBack = rememberFocus();
    const { current: element } = dialog;
    element?.showModal();
    return () => {
      element?.close();
      // After the elements are gone that go with the dialog.
      queueMicrotask(giveFocusBack);
    };
  }, []);
  return (
    <dialog ref={dialog} class={name} aria-labelledby={heading} onClose={() => dialog.current && onClose()}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
