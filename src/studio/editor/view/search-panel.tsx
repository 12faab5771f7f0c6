import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rememberFocus } from '../../live/focus.ts';
import type { Editor } from '../state/editor.ts';
import { textsOf } from '../state/file-operations.ts';
import { MATCHES_AT_MOST, type Match, searchTexts } from '../state/search-texts.ts';

/** Search in the contents of the whole theme; each match leads to its line. */
export function SearchPanel({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const [sought, setSought] = useState('');
  const [isRead, setRead] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const giveFocusBack = rememberFocus();
    field.current?.focus();
    // After the field is gone.
    return () => queueMicrotask(giveFocusBack);
  }, []);
  useEffect(() => {
    editor.work.collect();
    editor.work.store.readAll().then(
      () => setRead(true),
      (error) => editor.note(error),
    );
  }, [editor]);
  const matches = isRead ? searchTexts(textsOf(editor), sought) : [];
  const byFile = Map.groupBy(matches, ({ path }) => path);
  return (
    <section class="search-panel" aria-label="Recherche dans le thème">
      <p class="search-head">
        <input
          type="search"
          aria-label="Chercher dans tous les fichiers"
          placeholder="Chercher dans tous les fichiers"
          value={sought}
          ref={field}
          onInput={({ currentTarget }) => setSought(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
        <button type="button" class="quiet" aria-label="Fermer la recherche" onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </p>
      <p class="soft found" role="status">
        {sought === '' ? '' : isRead ? countOf(matches, byFile.size) : 'Lecture du thème…'}
      </p>
      <div class="matches">
        {[...byFile].map(([path, found]) => (
          <section key={path} aria-label={path}>
            <h2>{path}</h2>
            <ul>
              {found.map((match) => (
                <li key={`${match.line}:${match.column}`}>
                  <button type="button" class="link" onClick={() => editor.show(path, match)}>
                    <span class="line">{match.line}</span> <code>{match.before}</code>
                    <mark>{match.found}</mark>
                    <code>{match.after}</code>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function countOf(matches: readonly Match[], files: number): string {
  if (matches.length === 0) return 'Aucun résultat';
  if (matches.length >= MATCHES_AT_MOST) return `Les ${MATCHES_AT_MOST} premiers résultats`;
  const where = files === 1 ? 'un fichier' : `${files} fichiers`;
  return matches.length === 1 ? 'Un résultat' : `${matches.length} résultats dans ${where}`;
}
