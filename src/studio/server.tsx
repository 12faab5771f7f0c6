/** Draws pages in the web process, which evaluates this module at the first request for one (`src/http/drawing.ts`). */
import type { ComponentType } from 'preact';
import { render } from 'preact-render-to-string';
import { Document } from './frame/document.tsx';
import { Frame } from './frame/frame.tsx';
import type { Draw, View, ViewProps } from './pages/props.ts';
import { VIEWS } from './pages/views.ts';
import { Announcement } from './parts/announcement.tsx';

export const draw: Draw = (document, frame, page) =>
  `<!DOCTYPE html>${render(
    <Document {...document} frame={<Frame {...frame} />}>
      {drawn(page)}
      <Announcement>{null}</Announcement>
    </Document>,
  )}`;

function drawn({ view, props }: ViewProps) {
  const View = VIEWS[view as View] as ComponentType<object>;
  return <View {...props} />;
}
