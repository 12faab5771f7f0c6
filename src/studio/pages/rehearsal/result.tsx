import { useState } from 'preact/hooks';
import type { Rehearsal, RehearsedPage } from '../../../contract/rehearsal.ts';
import type { Api } from '../../api/client.ts';
import { Option } from '../../parts/field.tsx';
import { Findings } from './findings.tsx';
import { beyondInWords, changesInWords, figuresOf, ORDER, STATES } from './in-words.ts';
import { Stills } from './stills.ts';

interface ResultProps {
  readonly report: Rehearsal;
  readonly api: Api;
  /** Address of the script that makes documents of pictures. */
  readonly painter: string;
  /** Address of the site in the studio. */
  readonly path: string;
}

/** The pages of a report, those of one state or all. */
export function Result({ report, api, painter, path }: ResultProps) {
  const [shown, setShown] = useState('');
  const [stills] = useState(() => new Stills(api, painter, path));
  const groups = ORDER.map((state) => ({ state, pages: report.pages.filter(({ etat }) => etat === state) }));
  const choices = [
    { value: '', label: `Toutes (${report.pages.length})` },
    ...groups
      .filter(({ pages }) => pages.length > 0)
      .map(({ state, pages }) => ({ value: state, label: `${STATES[state].many} (${pages.length})` })),
  ];
  return (
    <>
      <p>
        {changesInWords(report)}
        {beyondInWords(report)}
      </p>
      <fieldset class="filters">
        <legend>Pages montrées</legend>
        {choices.map(({ value, label }) => (
          <Option
            {...{ type: 'radio', name: 'etat', value }}
            key={value}
            checked={value === shown}
            onChange={() => setShown(value)}
          >
            {label}
          </Option>
        ))}
      </fieldset>
      <ul class="rehearsed">
        {groups
          .flatMap(({ pages }) => pages)
          .map((page) => (
            // A hidden page stays open.
            <li key={page.adresse} hidden={shown !== '' && page.etat !== shown}>
              <Row page={page} report={report} stills={stills} />
            </li>
          ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly page: RehearsedPage;
  readonly report: Rehearsal;
  readonly stills: Stills;
}

/** A page; what was found on it is made when the person opens it. */
function Row({ page, report, stills }: RowProps) {
  const [wasOpened, setOpened] = useState(false);
  const { adresse, etat } = page;
  return (
    <details onToggle={() => setOpened(true)}>
      <summary>
        <span class={`state ${etat}`}>{STATES[etat].one}</span> <span class="path">{adresse}</span>{' '}
        <span class="figures">{figuresOf(page)}</span>
      </summary>
      {wasOpened && <Findings page={page} themes={report} stills={stills} />}
    </details>
  );
}
