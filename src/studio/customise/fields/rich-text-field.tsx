import { useEffect, useRef, useState } from 'preact/hooks';
import { textValue } from '../model/problems.ts';
import { Icon } from '../view/icons.tsx';
import type { FieldProps } from './field-props.ts';
import { LinkForm } from './link-form.tsx';
import { htmlOf, simpleContent } from './simple-html.ts';
import { TextAreaField } from './text-fields.tsx';

export function RichTextField(props: FieldProps) {
  const html = textValue(props.value);
  // The editor must not be exchanged while the person types.
  const [isSimple] = useState(() => simpleContent(html) !== null);
  if (isSimple) return <SimpleEditor {...props} />;
  return (
    <>
      <TextAreaField {...props} />
      <p class="about">
        Ce texte contient du HTML que l’éditeur simple ne sait pas écrire : il se modifie tel qu’il est.
      </p>
    </>
  );
}

function SimpleEditor({ setting, value, id, describedBy, isReadOnly, onChange }: FieldProps) {
  const editor = useRef<HTMLDivElement>(null);
  const written = useRef<string | null>(null);
  const [linked, setLinked] = useState<{ readonly range: Range; readonly address: string } | null>(null);
  const html = textValue(value);
  useEffect(() => {
    // A value that was typed here is not written back: the cursor would jump.
    if (!editor.current || html === written.current) return;
    const content = simpleContent(html);
    editor.current.replaceChildren(content ?? html);
    written.current = html;
  }, [html]);

  const tell = () => {
    if (!editor.current) return;
    const text = htmlOf(editor.current);
    written.current = /^(?:<br>|<p>(?:<br>)?<\/p>)?$/.test(text) ? '' : text;
    onChange(written.current, true);
  };
  const command = (name: string, argument?: string) => {
    editor.current?.focus();
    // `execCommand` is deprecated and has no successor: browsers still have it, and only it keeps their undo.
    document.execCommand('defaultParagraphSeparator', false, 'p');
    document.execCommand('styleWithCSS', false, 'false');
    document.execCommand(name, false, argument);
    tell();
  };
  const openLink = () => {
    const selection = getSelection();
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
    if (!range || !editor.current?.contains(range.commonAncestorContainer)) return editor.current?.focus();
    const around = range.startContainer.parentElement?.closest('a');
    if (around) range.selectNodeContents(around);
    setLinked({ range: range.cloneRange(), address: around?.getAttribute('href') ?? '' });
  };
  const applyLink = (address: string) => {
    if (!linked) return;
    editor.current?.focus();
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(linked.range);
    if (address === '') command('unlink');
    else if (linked.range.collapsed) {
      const anchor = document.createElement('a');
      anchor.href = address;
      anchor.textContent = address;
      linked.range.insertNode(anchor);
      tell();
    } else command('createLink', address);
    setLinked(null);
  };

  const act = (label: string, shown: preact.ComponentChildren, run: () => void) => (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      disabled={isReadOnly}
      // A press would take the selection away from the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {shown}
    </button>
  );
  return (
    <div class="rich">
      <fieldset class="rich-tools" aria-label={`Mise en forme : ${setting.label}`}>
        {act('Gras', <b>G</b>, () => command('bold'))}
        {act('Italique', <i>I</i>, () => command('italic'))}
        {act('Lien', <Icon name="link" />, openLink)}
        {act('Liste', <Icon name="list" />, () => command('insertUnorderedList'))}
      </fieldset>
      {linked && (
        <LinkForm
          address={linked.address}
          onApply={applyLink}
          onCancel={() => {
            setLinked(null);
            editor.current?.focus();
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: an input holds no formatted text */}
      <div
        id={id}
        ref={editor}
        class="rich-text"
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={`${id}-nom`}
        aria-describedby={describedBy}
        aria-readonly={isReadOnly}
        contentEditable={!isReadOnly}
        onInput={tell}
        onPaste={(event) => {
          event.preventDefault();
          document.execCommand('insertText', false, event.clipboardData?.getData('text/plain') ?? '');
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
          event.preventDefault();
          openLink();
        }}
      />
    </div>
  );
}
