/** A thread that sends long texts, so that keys do not wait for it. */
import type { Answer, Sending } from './messages.ts';

addEventListener('message', ({ data: { address, init }, ports: [page] }: MessageEvent<Sending>) => {
  if (!page) return;
  const takenBack = new AbortController();
  page.onmessage = () => takenBack.abort();
  void send(address, { ...init, signal: takenBack.signal }).then((answer) =>
    page.postMessage(answer, answer ? [answer.bytes] : []),
  );
});

async function send(address: string, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(address, init);
    return { status: answer.status, headers: [...answer.headers], bytes: await answer.arrayBuffer() };
  } catch {
    return null;
  }
}
