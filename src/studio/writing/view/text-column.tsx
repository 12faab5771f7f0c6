import { useEffect, useRef } from 'preact/hooks';
import { type Desk, paneSite } from '../saving.ts';
import { TextPane } from '../text/text-pane.tsx';

interface TextColumnProps {
  readonly desk: Desk;
  readonly nonce: string;
  /** Hidden on narrow screens while another part is shown; the pane keeps its caret and what can be undone. */
  readonly isHidden: boolean;
}

/** The title, and the text below it. */
export function TextColumn({ desk, nonce, isHidden }: TextColumnProps) {
  const { session, data } = desk;
  const isReadOnly = data.lectureSeule !== null;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (!host) return undefined;
    return session.attach(
      (html) =>
        new TextPane(host, {
          ...{ html, label: 'Texte', isReadOnly, nonce },
          site: paneSite(data),
          scripts: data.scripts,
          onTyped: () => session.noteTyped(),
          onNotice: (sentence) => session.notices.show('texte', 'info', sentence),
        }),
    );
  }, [session, data, nonce, isReadOnly]);
  const refusal = session.problems.titre;
  return (
    <div class="text-column" hidden={isHidden}>
      <div class="title">
        <label for="titre">Titre</label>
        <textarea
          id="titre"
          rows={1}
          maxLength={200}
          value={session.textOf('titre')}
          readOnly={isReadOnly}
          // A new text begins with its title.
          autofocus={session.store.state.isNew}
          aria-invalid={refusal === undefined ? undefined : 'true'}
          aria-describedby={refusal === undefined ? undefined : 'refus-titre'}
          onInput={({ currentTarget }) => session.change('titre', currentTarget.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing) return;
            event.preventDefault();
            session.focusText();
          }}
        />
        {refusal !== undefined && (
          <p class="problem" id="refus-titre">
            {refusal}
          </p>
        )}
      </div>
      <div class="text-place" ref={place} />
    </div>
  );
}
