import { enliven } from '../../live/enliven.tsx';
import { openSession, waysOut } from './open-session.ts';
import { SettingsPage } from './page.tsx';
import type { SettingsProps } from './props.ts';

const opening = { open: openSession, waysOut };

enliven((data: SettingsProps) => <SettingsPage {...data} opening={opening} />);
