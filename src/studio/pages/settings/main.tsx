import { enliven } from '../../live/enliven.tsx';
import { openingOf } from './open-session.ts';
import { SettingsPage } from './page.tsx';
import type { SettingsProps } from './props.ts';

enliven((data: SettingsProps) => <SettingsPage {...data} opening={openingOf(data)} />);
