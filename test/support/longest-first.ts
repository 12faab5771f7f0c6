import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes ten seconds and more, the longest first. Without times of an earlier run vitest goes by the length of the text. */
const LONGEST = [
  'sandbox/processes',
  'catalog/in-browser',
  'outages/instances',
  'end-to-end/start',
  'outages/failover',
  'outages/rolling-upgrade',
  'outages/versions-property',
  'deploy/pgbackrest',
  'outages/database-away',
  'outages/backup',
  'end-to-end/visitor-acts',
  'end-to-end/studio-pages',
  'end-to-end/studio-editor',
  'end-to-end/studio-unsaved',
  'end-to-end/studio-customise-saving',
  'end-to-end/studio-customise',
  'http/archive-large',
  'http/admission',
  'cli/site-commands',
  'cli/commands/exchange',
  'end-to-end/login-page',
  'sandbox/attacks',
  'sandbox/shared-isolates',
];

/** Starts the longest files first, so that the workers end together, on a fresh clone too. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
