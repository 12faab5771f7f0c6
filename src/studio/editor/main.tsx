import { render } from 'preact';
import { startOf } from '../theme/start.ts';

const { data, root } = startOf();
root.replaceChildren();
render(<p>{data.theme.nom}</p>, root);
