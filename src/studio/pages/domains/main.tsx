import { enliven } from '../../live/enliven.tsx';
import { DomainsPage } from './page.tsx';

enliven(DomainsPage);
