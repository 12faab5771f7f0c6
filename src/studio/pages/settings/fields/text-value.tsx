import type { ComponentChildren } from 'preact';
import { Field } from '../../../parts/field.tsx';
import { useForm } from './session-context.ts';

interface TextValueProps {
  /** Name of the value. */
  readonly path: string;
  readonly label: ComponentChildren;
  readonly help?: ComponentChildren;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly autocomplete?: string;
}

/** A text of the settings in one line. */
export function TextValue({ path, type = 'text', ...field }: TextValueProps) {
  const { session, textOf } = useForm();
  return (
    <Field
      {...field}
      // The browser’s own checks of addresses would speak before ours, in other words.
      {...{ name: path, type: 'text', inputMode: type === 'url' ? 'url' : type }}
      value={textOf(path)}
      refusal={session?.problemOf(path)}
      onInput={({ currentTarget }) => session?.change(path, currentTarget.value)}
      onBlur={() => session?.leave(path)}
    />
  );
}
