/**
 * `node test/src/studio/unsaved/world/main.ts [--from 1] [--schedules 100]` runs schedules and prints each seed whose schedule violates
 * something; with `--first` it stops at the first of them. `--seed 7` runs that one and prints all that happens in it. With `WORLD=texts` they
 * are about a page of a site, with `WORLD=menus` about its menus, with `WORLD=settings` about a tab of its settings, else about a theme.
 */
import { runSchedules, type Simulate } from '../../../../support/schedules.ts';
import { simulateMenus, simulateSettings, simulateTexts, simulateThemes } from './simulate.ts';

const WORLDS: Readonly<Record<string, Simulate>> = {
  texts: simulateTexts,
  menus: simulateMenus,
  settings: simulateSettings,
};

await runSchedules(WORLDS[process.env.WORLD ?? ''] ?? simulateThemes);
