import { Icon, type IconName } from './icons.tsx';

/** A button with a sign, and its name for who does not see the sign. */
export function Tool(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly isOff?: boolean;
  readonly run: () => void;
}) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={props.label}
      title={props.label}
      // It keeps the focus when it cannot go further.
      aria-disabled={props.isOff === true}
      onClick={() => {
        if (props.isOff !== true) props.run();
      }}
    >
      <Icon name={props.icon} />
    </button>
  );
}
