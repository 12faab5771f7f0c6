import { useRef } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';

interface CopiedTextProps {
  readonly text: string;
  /** Label of its button. */
  readonly label: string;
  readonly kind?: ButtonProps['kind'];
  /** Says whether it was copied. */
  readonly onCopied: (words: string) => void;
}

/** A text with a button that copies it. */
export function CopiedText({ text, label, kind, onCopied }: CopiedTextProps) {
  const field = useRef<HTMLElement>(null);
  const copy = async () => {
    if (field.current) getSelection()?.selectAllChildren(field.current);
    // Pages over http have no clipboard: the text is selected, to be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    onCopied(isCopied ? 'Copié.' : 'Le texte est sélectionné : copiez-le par Ctrl+C ou Cmd+C.');
  };
  return (
    <>
      <p class="secret">
        <code ref={field}>{text}</code>
      </p>
      <p>
        <Button kind={kind} onClick={() => void copy()}>
          {label}
        </Button>
      </p>
    </>
  );
}
