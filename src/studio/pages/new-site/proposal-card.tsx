import { isolated } from '../../../text/names.ts';
import type { Acts } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { Name } from '../../parts/name.tsx';
import type { Picture } from '../../parts/props.ts';
import { ThemePicture } from '../../parts/theme-picture.tsx';
import { LiveFrame } from './live-frame.tsx';
import type { Proposal } from './props.ts';

interface ProposalCardProps extends Proposal {
  /** Of the theme. */
  readonly name: string;
  readonly picture: Picture | null;
  /** The document of the future home page; null while there is none. */
  readonly shown: string | null;
  readonly acts: Acts;
  /** False while a site is being made. */
  readonly isFree: boolean;
  readonly choose: () => Promise<void>;
}

/** A theme that the new site may have. */
export const ProposalCard = ({
  origin,
  variant,
  audience,
  name,
  picture,
  shown,
  acts,
  isFree,
  choose,
}: ProposalCardProps) => (
  <>
    <div class="shown">
      <ThemePicture picture={picture} name={name} />
      <LiveFrame page={shown} title={`Aperçu de ${isolated(name)}`} />
    </div>
    <h3>
      <Name of={name} />, édition <Name of={variant} />
    </h3>
    <p class="soft">{audience}</p>
    <p class="acts">
      <ActButton act={`choisir ${origin}`} acts={acts} work={choose} kind="primary" disabled={!isFree}>
        Choisir {isolated(name)}
      </ActButton>
    </p>
  </>
);
