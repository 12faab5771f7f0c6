import { useRef, useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { useActs } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { BroughtDialog, type BroughtFile, ImportQuestion } from './import-question.tsx';
import { FILE_BYTES, type JudgedFile, judgeFile } from './judged-file.ts';
import type { RedirectsProps } from './props.ts';
import { REDIRECTS } from './redirect-requests.ts';

/** Gives the redirects as a file, and takes those of one. */
export function FileActs({ site, readOnly, total, q }: RedirectsProps) {
  const acts = useActs();
  const field = useRef<HTMLInputElement>(null);
  const [judged, setJudged] = useState<JudgedFile | null>(null);
  const [brought, setBrought] = useState<BroughtFile | null>(null);
  const read = async (file: File) => {
    if (file.size > FILE_BYTES) throw new Error('Ce fichier est trop gros : il compte 20 Mo au plus.');
    setJudged(judgeFile(new Uint8Array(await file.arrayBuffer()), new Set(site.hosts)));
  };
  return (
    <div class="file-acts">
      <p class="acts">
        {readOnly === null && (
          <>
            <Button isBusy={acts.isBusy('lire')} aria-haspopup="dialog" onClick={() => field.current?.click()}>
              Importer un fichier
            </Button>
            <input
              ref={field}
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              aria-label="Fichier CSV de redirections"
              hidden
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) void acts.run(() => read(file), 'lire');
                // The same file may be chosen again once it is mended.
                currentTarget.value = '';
              }}
            />
          </>
        )}{' '}
        {(total > 0 || q !== '') && (
          <ActButton
            act="exporter"
            acts={acts}
            work={async () => void (await download(new Api(site.id), `${REDIRECTS}/export`))}
          >
            Exporter
          </ActButton>
        )}
      </p>
      <Refusal {...acts} />
      {judged !== null && (
        <ImportQuestion site={site} judged={judged} onDone={setBrought} onClose={() => setJudged(null)} />
      )}
      {brought !== null && judged === null && brought.refused.length > 0 && (
        <BroughtDialog {...brought} onClose={() => setBrought(null)} />
      )}
    </div>
  );
}
