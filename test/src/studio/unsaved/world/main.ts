/**
 * `node test/src/studio/unsaved/world/main.ts [--from 1] [--schedules 100]` runs schedules and prints each seed whose schedule violates
 * something; with `--first` it stops at the first of them. `--seed 7` runs that one and prints all that happens in it. With `WORLD=texts` they
 * are about a page of a site, else about a theme.
 */
import { runSchedules } from '../../../../support/schedules.ts';
import { simulateTexts, simulateThemes } from './simulate.ts';

await runSchedules(process.env.WORLD === 'texts' ? simulateTexts : simulateThemes);
