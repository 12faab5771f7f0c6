/** What runs in an isolate that diagnoses a whole theme. */
import type { CheckSettings } from '../../engine/diagnose/check-settings.ts';
import type { ThemeDiagnostic } from '../../engine/diagnose/codes.ts';
import { diagnose } from '../../engine/diagnose/diagnose.ts';
import type { ThemeFiles } from '../../engine/types.ts';

const vitrine = {
  diagnose: (files: ThemeFiles, settings?: CheckSettings, media?: readonly string[]): ThemeDiagnostic[] =>
    diagnose(files, settings, media),
};

Object.defineProperty(globalThis, 'vitrine', { value: Object.freeze(vitrine) });
