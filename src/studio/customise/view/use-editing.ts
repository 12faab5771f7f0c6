import { useMemo, useRef } from 'preact/hooks';
import { removeKey, setValue } from '../model/json-edit.ts';
import type { Session } from '../session.ts';
import type { Studio } from './studio-context.ts';

/** Typing after a pause of this length is another change, milliseconds. */
const PAUSE_MS = 900;

/** Writes values from fields: what is typed without a pause is undone together. */
export function useEditing(session: Session): Pick<Studio, 'setValue' | 'resetValue'> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useMemo(
    () => ({
      setValue({ file, path }, values, label, isTyped = false) {
        const mark = isTyped ? JSON.stringify([...path, ...Object.keys(values)]) : null;
        const text = Object.entries(values).reduce(
          (edited, [id, value]) => setValue(edited, [...path, id], value),
          session.texts.get(file) ?? '{}',
        );
        session.change(file, text, label, mark);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => session.seal(), PAUSE_MS);
      },
      resetValue({ file, path }, id, label) {
        session.change(file, removeKey(session.texts.get(file) ?? '{}', [...path, id]), label);
      },
    }),
    [session],
  );
}
