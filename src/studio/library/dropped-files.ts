/** Files that are dropped, with those of dropped folders. */

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A folder tells its entries by parts, the last of which is empty. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

/** @returns the files of a folder and of those in it, but for hidden ones, which systems put there */
async function filesIn(folder: FileSystemDirectoryEntry): Promise<readonly File[]> {
  const files: File[] = [];
  for (const entry of await entriesIn(folder)) {
    if (isFolder(entry)) files.push(...(await filesIn(entry)));
    else if (!entry.name.startsWith('.')) {
      files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    }
  }
  return files;
}

/** The files of a drop. @param data is empty after the event, so this reads it before it waits for anything */
export async function droppedFiles(data: DataTransfer): Promise<readonly File[]> {
  const dropped = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  for (const { entry, file } of dropped) {
    if (entry && isFolder(entry)) files.push(...(await filesIn(entry)));
    else if (file) files.push(file);
  }
  return files;
}
