import { Name } from './name.tsx';
import type { Picture } from './props.ts';
import { safePicture } from './safe-link.tsx';

/** The picture of a theme, else its name on a plain ground. The page has the name beside it too. */
export const ThemePicture = ({ picture, name }: { readonly picture: Picture | null; readonly name: string }) =>
  picture ? (
    <img
      class="picture"
      src={safePicture(picture.address)}
      width={picture.width}
      height={picture.height}
      alt=""
      loading="lazy"
      decoding="async"
    />
  ) : (
    <span class="plate" aria-hidden="true">
      <Name of={name} />
    </span>
  );
