import { useEffect, useRef, useState } from 'preact/hooks';
import { droppedFiles } from './dropped-files.ts';

const isTextField = (place: EventTarget | null): boolean =>
  place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement;

/**
 * Takes files that are dropped anywhere on the page, or pasted.
 * @param take is not called where it is null; the browser opens no dropped file either way
 * @returns whether files are held over the page
 */
export function useFiles(take: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(latest.current !== null);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const { current: give } = latest;
      if (give) void droppedFiles(event.dataTransfer).then(give);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const types = event.clipboardData?.types ?? [];
      // A file from a folder comes with its name; a part of a document with its text and a picture of that.
      const isDocument = types.includes('text/html') && types.includes('text/plain');
      const isForField = types.includes('text/plain') && isTextField(event.target);
      if (files.length === 0 || isDocument || isForField || !latest.current) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return isOver;
}
