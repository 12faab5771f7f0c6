import { useMemo } from 'preact/hooks';
import { useObservable } from '../../parts/use-observable.ts';
import { readTemplate, readTheme, SchemaReader, type TemplateModel, type ThemeModel } from '../model/theme-model.ts';
import type { Session } from '../session.ts';

export interface Shown {
  readonly model: ThemeModel;
  readonly template: TemplateModel | null;
}

/** The model of the present texts. */
export function useModel(session: Session, templateName: string): Shown {
  useObservable(session.work);
  const { texts } = session;
  const reader = useMemo(() => new SchemaReader(), []);
  const model = useMemo(() => readTheme(texts, reader), [texts, reader]);
  const template = useMemo(() => readTemplate(texts, templateName, model.types), [texts, templateName, model]);
  return { model, template };
}
