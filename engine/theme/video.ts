const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{6,20})(?:[?&#/]|$)/i;
const VIMEO = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/)?(\d{1,15})(?:[?#/]|$)/i;

export interface VideoSource {
  readonly type: 'youtube' | 'vimeo';
  readonly id: string;
}

/** Which video of which host an address is that of; undefined for addresses of other hosts. */
export function videoSource(url: string): VideoSource | undefined {
  const youtube = YOUTUBE.exec(url)?.[1];
  if (youtube !== undefined) return { type: 'youtube', id: youtube };
  const vimeo = VIMEO.exec(url)?.[1];
  return vimeo === undefined ? undefined : { type: 'vimeo', id: vimeo };
}
