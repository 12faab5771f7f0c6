import type { ComponentChildren } from 'preact';

/** Says over the page what has happened. It is made together with the page: screen readers ignore a live region that comes with its text. */
export const Announcement = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="announcement" role="status">
    {children}
  </p>
);
