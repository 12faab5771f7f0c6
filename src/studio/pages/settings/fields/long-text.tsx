import { useForm } from './session-context.ts';

interface LongTextProps {
  readonly path: string;
  readonly label: string;
  readonly help: string;
  readonly placeholder?: string;
}

/** Longest text of a description, UTF-16 code units. */
const LONG = 1_000;

/** A text of the settings in several lines on the screen, in one for the platform. */
export function LongText({ path, label, help, placeholder }: LongTextProps) {
  const { session, textOf } = useForm();
  return (
    <div class="field">
      <label for={path}>{label}</label>
      <textarea
        id={path}
        rows={3}
        maxLength={LONG}
        value={textOf(path)}
        placeholder={placeholder}
        aria-describedby={`aide-${path}`}
        onInput={({ currentTarget }) => session?.change(path, currentTarget.value.replace(/[\r\n]+/g, ' '))}
      />
      <p class="soft" id={`aide-${path}`}>
        {help}
      </p>
    </div>
  );
}
