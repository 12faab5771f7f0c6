import { expect, it } from 'vitest';
import { IncidentLog } from '../../../../src/http/site/incident-log.ts';

const INCIDENT = { chemin: 'sections/a.liquid', ligne: 2, colonne: 3, message: 'division par 0' };

it('a failing section is told with its place, once a version of the theme', () => {
  const told: object[] = [];
  const log = { warn: (details: object) => void told.push(details) };
  const incidents = new IncidentLog();
  const theme = { id: 't', version: '1' };
  for (let visit = 0; visit < 3; visit++)
    incidents.tell(log, { site: 'a', theme }, [INCIDENT, { ...INCIDENT, ligne: 9 }]);
  incidents.tell(log, { site: 'a', theme: { ...theme, version: '2' } }, [INCIDENT]);
  expect(told).toEqual([
    { site: 'a', theme, incident: INCIDENT },
    { site: 'a', theme, incident: { ...INCIDENT, ligne: 9 } },
    { site: 'a', theme: { id: 't', version: '2' }, incident: INCIDENT },
  ]);
});
