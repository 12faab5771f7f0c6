import { Icon, type IconName } from './icons.tsx';

/** A button with a sign; screen readers read its name. */
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
      // A disabled button would lose the focus.
      aria-disabled={props.isOff === true}
      onClick={() => {
        if (props.isOff !== true) props.run();
      }}
    >
      <Icon name={props.icon} />
    </button>
  );
}
