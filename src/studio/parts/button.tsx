import type { ButtonHTMLAttributes } from 'preact';
import { REASON_ID } from './notice.tsx';
import { SafeLink, type SafeLinkProps } from './safe-link.tsx';

type Kind = 'primary' | 'danger' | 'quiet';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind | undefined;
  /** Whether the person may use the button; why not stands in the page’s `ReasonNotice`. */
  readonly isUsable?: boolean;
  readonly isBusy?: boolean;
}

export const Button = ({ kind, isUsable = true, isBusy = false, ...others }: ButtonProps) => (
  <button
    type="button"
    class={kind}
    disabled={!isUsable}
    aria-describedby={isUsable ? undefined : REASON_ID}
    aria-busy={isBusy || undefined}
    {...others}
  />
);

/** A link that looks like a button. */
export const ButtonLink = ({ kind, ...others }: SafeLinkProps & { readonly kind?: Kind | undefined }) => (
  <SafeLink class={kind ? `button ${kind}` : 'button'} {...others} />
);
