import { useState } from 'preact/hooks';
import type { Frame } from '../../../contract/profile.ts';
import { byOwn, counted, inMs, type Measure } from '../state/profile.ts';

interface ProfileTableProps {
  readonly frames: readonly Frame[];
  readonly measure: Measure;
  readonly onLead: (frame: Frame) => void;
}

/** Rows that are shown at first. */
const FIRST = 40;

/** Every frame of the graph as a row, the costliest by itself first. */
export function ProfileTable({ frames, measure, onLead }: ProfileTableProps) {
  const [isWhole, setWhole] = useState(false);
  const order = byOwn(frames, measure);
  const shown = isWhole ? order : order.slice(0, FIRST);
  return (
    <div class="profile-rows">
      <table>
        <caption class="unseen">Les mêmes cadres, du plus coûteux par lui-même au moins coûteux</caption>
        <thead>
          <tr>
            <th scope="col">Cadre</th>
            <th scope="col">Temps propre</th>
            <th scope="col">Temps</th>
            <th scope="col">Objets propres</th>
            <th scope="col">Objets</th>
            <th scope="col">Appels</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((index) => {
            const frame = frames[index];
            return frame ? (
              <tr key={index}>
                <th scope="row">
                  <button type="button" class="link" onClick={() => onLead(frame)}>
                    {frame.nom}
                    <span class="soft">
                      {' '}
                      {frame.chemin}:{frame.ligne}
                    </span>
                  </button>
                </th>
                <td>{inMs(frame.ms_propres)}</td>
                <td>{inMs(frame.ms)}</td>
                <td>{counted(frame.objets_propres)}</td>
                <td>{counted(frame.objets)}</td>
                <td>{counted(frame.appels)}</td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
      {order.length > shown.length ? (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Montrer les {counted(order.length - shown.length)} autres
        </button>
      ) : null}
    </div>
  );
}
