import { isRecord } from '../json/values.ts';
import { nameOf, roleOf } from '../language/paths.ts';
import { lazy } from '../runtime/lazy.ts';
import { LinkedUnits, type LoadedUnit, type UnitFactory } from '../runtime/link.ts';
import type { Places } from '../runtime/places.ts';
import type { Hash } from '../runtime/values.ts';
import { DeclaredSettings } from './declared-settings.ts';
import { readJson } from './json.ts';
import { SectionSchema } from './section.ts';

/** A type of section, for any theme. */
export interface SectionCode {
  readonly run: (section: Hash) => string;
  readonly schema: () => SectionSchema;
  /** Every page of the same content shows a section of this type alike, so that it need be rendered once only. */
  readonly isSteady: () => boolean;
}

/** The code of a theme: themes with the same files share it, whatever their settings. */
export class ThemeProgram {
  readonly layout: (() => string) | null;
  readonly sections: ReadonlyMap<string, SectionCode>;
  /** What the theme's own schema declares (docs/rules.md, Rule 4). */
  readonly settings: DeclaredSettings;
  readonly places: Places;

  /**
   * @param files what `compileUnit` made of its `.liquid` files, evaluated
   * @param settingsSchema text of `config/settings_schema.json`
   */
  constructor(
    files: readonly { readonly path: string; readonly factory: UnitFactory }[],
    settingsSchema: string | undefined,
  ) {
    const linked = new LinkedUnits(
      files.map(({ path, factory }) => ({
        path,
        factory,
        snippet: roleOf(path) === 'snippet' ? nameOf(path) : undefined,
      })),
    );
    const sectionOf = (unit: LoadedUnit): SectionCode => ({
      run: unit.run as SectionCode['run'],
      schema: lazy(() => new SectionSchema(unit.schema)),
      isSteady: lazy(() => unit.readsRequest === false && linked.isSteady(unit)),
    });
    const sections = new Map<string, SectionCode>();
    let layout: ThemeProgram['layout'] = null;
    for (const [index, unit] of linked.units.entries()) {
      const path = files[index]?.path ?? '';
      const role = roleOf(path);
      if (role === 'layout') layout = unit.run as () => string;
      else if (role === 'section') sections.set(nameOf(path), sectionOf(unit));
    }
    this.layout = layout;
    this.sections = sections;
    this.settings = new DeclaredSettings(settingsIn(settingsSchema));
    this.places = linked.places;
  }
}

/** The settings of all groups, in their order. */
function settingsIn(schema: string | undefined): readonly unknown[] {
  const groups = readJson(schema);
  const lists = (Array.isArray(groups) ? groups : []).map((group) => (isRecord(group) ? group.settings : undefined));
  return lists.filter(Array.isArray).flat();
}
