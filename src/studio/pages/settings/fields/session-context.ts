import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { recordAt, type Values } from '../../../../../engine/json/values.ts';
import type { SettingsProps } from '../props.ts';
import type { SettingsSession } from '../session.ts';

/** What fields work with. Until the session is open they show what the server has drawn. */
interface Form {
  readonly session: SettingsSession | null;
  readonly data: SettingsProps;
}

export const FormContext = createContext<Form | null>(null);

/** The form around. */
export function useForm(): Form & {
  readonly valueAt: (path: string) => unknown;
  readonly textOf: (path: string) => string;
  readonly isReadOnly: boolean;
} {
  const form = useContext(FormContext);
  if (!form) throw new Error('this field stands in no form');
  const { session, data } = form;
  const valueAt = (path: string) => (session ? session.valueAt(path) : storedAt(data.values, path));
  const textOf = (path: string) => {
    const value = valueAt(path);
    return typeof value === 'string' ? value : '';
  };
  return { ...form, valueAt, textOf, isReadOnly: session === null || data.readOnly !== null };
}

function storedAt(values: Values, path: string): unknown {
  const [name = '', member] = path.split('.');
  const [record, key] = member === undefined ? [values, name] : [recordAt(values, name), member];
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
