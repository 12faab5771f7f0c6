import { useEffect, useMemo, useState } from 'preact/hooks';
import { readTemplate, readTheme, SchemaReader, type TemplateModel, type ThemeModel } from '../model/theme-model.ts';
import type { Session } from '../session.ts';

/** Renders a component again after each change of the texts. @returns the version that is shown */
export function useVersion(session: Session): number {
  const [version, setVersion] = useState(session.version);
  useEffect(() => session.subscribe(() => setVersion(session.version)), [session]);
  return version;
}

export interface Shown {
  readonly model: ThemeModel;
  readonly template: TemplateModel | null;
}

/** The model of the present texts. */
export function useModel(session: Session, templateName: string): Shown {
  useVersion(session);
  const { textVersion } = session;
  const reader = useMemo(() => new SchemaReader(), []);
  const model = useMemo(() => readTheme(session.texts, reader), [session, reader, textVersion]);
  const template = useMemo(
    () => readTemplate(session.texts, templateName, model.types),
    [session, templateName, model, textVersion],
  );
  return { model, template };
}
