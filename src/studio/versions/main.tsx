import { render } from 'preact';
import type { VersionsPageData } from '../../http/studio/versions-page.ts';
import { Api } from '../api/client.ts';
import { region } from '../pages/announce.ts';
import { startOf } from '../theme/start.ts';
import { Comparing } from './comparing.ts';
import { History } from './history.ts';
import { VersionsPage } from './view/page.tsx';

const { data, root } = startOf<VersionsPageData>();
region();
root.replaceChildren();
const history = new History(new Api(data.site.id), data.theme.id);
render(<VersionsPage data={data} history={history} comparing={new Comparing(data.fil)} />, root);
