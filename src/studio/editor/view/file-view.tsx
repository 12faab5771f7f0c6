import type { Editor } from '../state/editor.ts';
import { CodeView } from './code-view.tsx';
import { ConflictView } from './conflict.tsx';
import { OpenFiles } from './open-files.tsx';
import { ProblemList } from './problem-list.tsx';

interface FileViewProps {
  readonly editor: Editor;
  readonly nonce: string;
}

/** The open files, and the active one: its text, or what is to be chosen in it. */
export function FileView({ editor, nonce }: FileViewProps) {
  const path = editor.tabs.active;
  return (
    <section class="file-view" aria-label="Code">
      <OpenFiles editor={editor} />
      {path === null ? <Welcome isReady={editor.isReady} /> : <FileBar editor={editor} path={path} />}
      {path === null ? null : <Content editor={editor} path={path} nonce={nonce} />}
      <ProblemList editor={editor} />
    </section>
  );
}

function Content({ editor, path, nonce }: FileViewProps & { readonly path: string }) {
  const sides = editor.work.sidesOf(path);
  if (sides) return <ConflictView key={path} editor={editor} sides={sides} />;
  const text = editor.work.textOf(path);
  if (typeof text === 'string') return <CodeView editor={editor} path={path} nonce={nonce} />;
  return <p class="filler soft">Lecture de {path}…</p>;
}

function FileBar({ editor, path }: { readonly editor: Editor; readonly path: string }) {
  return (
    <div class="file-bar">
      <span class="path">{path}</span>
      {editor.isReadOnly ? null : (
        <span class="file-acts">
          {editor.work.isChanged(path) ? (
            <button type="button" class="quiet" onClick={() => editor.revert(path)}>
              Annuler mes modifications
            </button>
          ) : null}
          <button type="button" class="quiet" onClick={() => editor.ask({ kind: 'move', path })}>
            Renommer
          </button>
          <button type="button" class="quiet" onClick={() => editor.ask({ kind: 'remove', path })}>
            Supprimer
          </button>
        </span>
      )}
    </div>
  );
}

function Welcome({ isReady }: { readonly isReady: boolean }) {
  if (!isReady) return <p class="filler soft">L’éditeur s’ouvre…</p>;
  return (
    <div class="filler soft">
      <p>Choisissez un fichier, ou cliquez dans l’aperçu sur la partie à modifier.</p>
      <dl>
        <dt>
          <kbd>Ctrl</kbd> <kbd>P</kbd>
        </dt>
        <dd>ouvrir un fichier</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>Maj</kbd> <kbd>F</kbd>
        </dt>
        <dd>chercher dans tout le thème</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>S</kbd>
        </dt>
        <dd>enregistrer tous les fichiers</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>Espace</kbd>, <kbd>Ctrl</kbd> <kbd>.</kbd>
        </dt>
        <dd>proposer la suite, proposer des corrections</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>K</kbd> puis <kbd>Ctrl</kbd> <kbd>I</kbd>
        </dt>
        <dd>expliquer ce qui est écrit</dd>
        <dt>
          <kbd>F12</kbd> ou <kbd>Ctrl</kbd> clic, <kbd>Maj</kbd> <kbd>F12</kbd>
        </dt>
        <dd>aller où un nom est déclaré, voir où il sert</dd>
        <dt>
          <kbd>F2</kbd> dans le code
        </dt>
        <dd>renommer partout un réglage, une variable, un extrait ou une section</dd>
        <dt>
          <kbd>F8</kbd>
        </dt>
        <dd>aller au problème suivant</dd>
        <dt>
          <kbd>F2</kbd>, <kbd>Suppr</kbd>
        </dt>
        <dd>renommer, supprimer le fichier choisi dans l’arborescence</dd>
      </dl>
    </div>
  );
}
