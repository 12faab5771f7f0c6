import type { Command } from 'commander';
import type { Client } from 'pg';
import { OPERATOR } from '../../journal/doers.ts';
import { record } from '../../journal/record.ts';
import {
  BILLING_STATES,
  type BillingState,
  type HeldStanding,
  lockSiteStanding,
  type SiteStanding,
  updateSiteState,
} from '../../storage/sites.ts';
import { transaction } from '../../storage/transaction.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { onSites, unknownSite } from './database.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';

interface StateOptions extends Printing {
  readonly suspendu?: true;
  readonly nonSuspendu?: true;
  readonly aActiver?: true;
  readonly active?: true;
}

/** `vitrine admin site etat …`: the billing state and two flags. Each of the three changes only where the command names it. */
export function addSiteStateCommand(site: Command): void {
  site
    .command('etat <slug> [etat]')
    .description(`change l’état de facturation (${BILLING_STATES.join(', ')}), suspend un site, lève sa suspension`)
    .option('--suspendu', 'suspend le site')
    .option('--non-suspendu', 'lève sa suspension')
    .option('--a-activer', 'le site attend son premier paiement')
    .option('--active', 'le site ne l’attend plus')
    .option(...JSON_OPTION)
    .action(async (name: string, etat: string | undefined, options: StateOptions) => {
      const state = etat === undefined ? undefined : stateNamed(etat);
      const suspended = flagOf('--suspendu', options.suspendu, '--non-suspendu', options.nonSuspendu);
      const toActivate = flagOf('--a-activer', options.aActiver, '--active', options.active);
      if (state === undefined && suspended === undefined && toActivate === undefined) {
        throw new CommandRefusal(
          'Donnez un état, ou --suspendu, --non-suspendu, --a-activer, --active : ce qui n’est pas nommé reste.',
        );
      }
      const changed = await onSites((client) =>
        transaction(client, async () => {
          const held = await lockSiteStanding(client, name);
          const site = held && (await updateSiteState(client, name, { state, suspended, toActivate }));
          if (site) await recordChange(client, held, site);
          return site;
        }),
      );
      if (!changed) throw unknownSite(name);
      print(options, changed, `Le site ${changed.slug} est ${standingOf(changed)}.`);
    });
}

/** What has become different: the suspension, and the rest. */
async function recordChange(client: Client, before: HeldStanding, after: SiteStanding): Promise<void> {
  const act = after.suspendu ? 'site_suspendu' : 'site_repris';
  const entry = { siteId: before.id, by: OPERATOR, details: {} };
  if (after.suspendu !== before.suspendu) await record(client, { ...entry, act });
  if (after.etat !== before.etat || after.a_activer !== before.a_activer) {
    await record(client, { ...entry, act: 'etat_change' });
  }
}

/** « à l’état actif, suspendu, à activer ». */
const standingOf = ({ etat, suspendu, a_activer }: SiteStanding): string =>
  `à l’état ${etat}, ${suspendu ? 'suspendu' : 'non suspendu'}, ${a_activer ? 'à activer' : 'activé'}`;

function stateNamed(word: string): BillingState {
  const state = BILLING_STATES.find((known) => known === word);
  if (!state) throw new CommandRefusal(`« ${word} » n’est pas un état : ${BILLING_STATES.join(', ')}.`);
  return state;
}

/** @returns undefined when neither is given */
function flagOf(on: string, isOn: true | undefined, off: string, isOff: true | undefined): boolean | undefined {
  if (isOn && isOff) throw new CommandRefusal(`Donnez ${on} ou ${off}, pas les deux.`);
  return isOn || isOff ? isOn === true : undefined;
}
