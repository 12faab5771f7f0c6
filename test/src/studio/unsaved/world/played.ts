/** What the world plays with: a theme, a page or an article of a site, its menus. */

import { compareWhole } from '../../../../../src/merge/conflict.ts';
import { compareFile } from '../../../../../src/merge/file-merge.ts';
import { compareMenus } from '../../../../../src/merge/menu-merge.ts';
import type { Api } from '../../../../../src/studio/api/client.ts';
import { SPLIT } from '../../../../../src/studio/pages/settings/tabs.ts';
import { ThemeStore } from '../../../../../src/studio/theme/theme-store.ts';
import type { DocumentStore } from '../../../../../src/studio/unsaved/document-store.ts';
import { GuardedStore } from '../../../../../src/studio/unsaved/guarded/guarded-store.ts';
import { compareTexts } from '../../../../../src/studio/writing/store/compare-texts.ts';
import { ContentStore } from '../../../../../src/studio/writing/store/content-store.ts';
import type { TextKind } from '../../../../../src/studio/writing/store/fields.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { contentTexts, INITIAL, TEXT_ID } from './content-texts.ts';
import { GuardedPlatform } from './guarded-platform.ts';
import type { Marks } from './marks.ts';
import { MENU_TEXTS } from './menu-texts.ts';
import { SETTINGS_TEXTS } from './settings-texts.ts';
import { TextPlatform } from './text-platform.ts';
import type { Texts } from './texts.ts';
import { ThemePlatform } from './theme-platform.ts';
import { JSON_PATH, THEME_TEXTS } from './theme-texts.ts';
import type { WorldPlatform } from './world-platform.ts';

export interface Played {
  readonly texts: Texts;
  /** Whether some pages show code, in which a person reads merges before they are saved. */
  readonly hasCode: boolean;
  /** Whether people publish, plan and hide it besides. */
  readonly hasActs: boolean;
  /** Whether its texts can be removed. */
  readonly isRemovable: boolean;
  /** A text that some views hold back from saves. */
  readonly held: string;
  /** What a view shows that does not show all. */
  readonly isShownInPart: (path: string) => boolean;
  readonly compare: typeof compareFile;
  readonly platform: (machine: VirtualMachine, marks: Marks, violate: (what: string) => void) => WorldPlatform;
  readonly store: (api: Api, platform: WorldPlatform) => DocumentStore;
}

export const THEME: Played = {
  texts: THEME_TEXTS,
  hasCode: true,
  hasActs: false,
  isRemovable: true,
  held: JSON_PATH,
  isShownInPart: (path) => path.endsWith('.json'),
  compare: compareFile,
  platform: (...of) => new ThemePlatform(...of),
  store: (api, { role }) => new ThemeStore(api, 't', role),
};

const textOf = (kind: TextKind, texts = contentTexts(kind)): Played => ({
  texts,
  hasCode: false,
  hasActs: true,
  isRemovable: false,
  held: 'titre',
  isShownInPart: () => true,
  compare: compareTexts,
  platform: (...of) => new TextPlatform(kind, texts, of),
  store: (api, platform) => {
    const isNew = platform instanceof TextPlatform && platform.text === null;
    return new ContentStore(api, { kind, id: TEXT_ID, siteId: 'site', isNew, initial: INITIAL[kind] });
  },
});

export const TEXTS = [textOf('pages'), textOf('articles')] as const;

export const MENUS: Played = {
  texts: MENU_TEXTS,
  hasCode: false,
  hasActs: false,
  isRemovable: true,
  held: 'pied',
  isShownInPart: () => true,
  compare: (_, versions) => compareMenus(versions),
  platform: (...of) => new GuardedPlatform({ name: 'menus', texts: MENU_TEXTS, split: [] }, of),
  store: (api) =>
    new GuardedStore(api, {
      ...{ path: '/api/menus', name: 'menus', siteId: 'site' },
      acts: { reading: {}, saving: {} },
    }),
};

export const SETTINGS: Played = {
  texts: SETTINGS_TEXTS,
  hasCode: false,
  hasActs: false,
  isRemovable: true,
  held: 'telephone',
  isShownInPart: () => true,
  compare: (_, versions) => compareWhole(versions),
  platform: (...of) => new GuardedPlatform({ name: 'valeurs', texts: SETTINGS_TEXTS, split: SPLIT }, of),
  store: (api) =>
    new GuardedStore(api, {
      ...{ path: '/api/parametres/contact', name: 'valeurs', siteId: 'site', split: SPLIT },
      acts: { reading: {}, saving: {} },
    }),
};
