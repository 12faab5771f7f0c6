import { useState } from 'preact/hooks';
import type { Diagnostic } from '../../../contract/diagnostics.ts';
import type { Editor } from '../state/editor.ts';
import { placeOf } from '../state/tabs.ts';

/** What is wrong with the theme as it is edited; each problem leads to its place. */
export function ProblemList({ editor }: { readonly editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const { all } = editor.problems;
  const errors = all.filter(({ gravite }) => gravite === 'erreur').length;
  return (
    <section class="problems" aria-label="Problèmes">
      <button type="button" class="problems-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {headOf(all.length, errors)}
      </button>
      {isOpen && all.length > 0 ? (
        <ul>
          {all.map((problem) => (
            <li key={`${problem.chemin}:${problem.ligne}:${problem.colonne}:${problem.code}:${problem.message}`}>
              <button
                type="button"
                class="link"
                disabled={!editor.work.paths.includes(problem.chemin)}
                onClick={() => editor.show(problem.chemin, placeOf(problem))}
              >
                <span class={`severity ${problem.gravite}`}>
                  {problem.gravite === 'erreur' ? 'Erreur' : 'À vérifier'}
                </span>
                <span class="where">{whereOf(problem)}</span>
                <span>{problem.message}</span>
                <code>{problem.code}</code>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const whereOf = ({ chemin, ligne, colonne }: Diagnostic): string => {
  if (chemin === '') return 'Le thème';
  return ligne === undefined ? chemin : `${chemin}:${ligne}:${colonne ?? 1}`;
};

function headOf(count: number, errors: number): string {
  if (count === 0) return 'Aucun problème';
  const problems = count === 1 ? 'Un problème' : `${count} problèmes`;
  if (errors === 0) return problems;
  return errors === 1 ? `${problems}, dont une erreur` : `${problems}, dont ${errors} erreurs`;
}
