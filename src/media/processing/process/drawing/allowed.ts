/** What a drawing may have: whatever is not here is left out. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements; those of filters and of movements among them. Nothing runs, and nothing takes HTML in. */
export const ELEMENTS = words(`
  svg g defs symbol use switch title desc style
  path rect circle ellipse line polyline polygon text tspan textPath image marker
  linearGradient radialGradient stop pattern clipPath mask
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence
  animate animateTransform animateMotion mpath set`);

/** Elements whose children are kept in a group. */
export const GROUPS = words('a view');

/** Elements with text. */
export const TEXTS = words('text tspan textPath title desc style');

/** Elements that may have a picture of their own, as `data:`. */
export const PICTURES = words('image feImage');

/** Attributes that name other elements. */
export const REFERENCE = 'href';

const PRESENTATION = `
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering direction
  display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-feature-settings
  font-kerning font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order pointer-events
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-box transform-origin unicode-bidi
  vector-effect visibility word-spacing writing-mode`;

const GEOMETRY = 'cx cy d dx dy fx fy fr height points r rotate rx ry width x x1 x2 y y1 y2 offset viewBox';

/** Attributes that a movement may change. */
export const MOVING = words(`${PRESENTATION} ${GEOMETRY}`);

/** Attributes besides `href` and `style`, which have rules of their own. */
export const ATTRIBUTES = words(`${PRESENTATION} ${GEOMETRY}
  id class lang role tabindex version preserveAspectRatio pathLength textLength lengthAdjust startOffset method spacing side
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits
  markerHeight markerUnits markerWidth orient refX refY requiredFeatures systemLanguage type media
  amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent filterUnits in in2 intercept k1 k2 k3 k4
  kernelMatrix kernelUnitLength limitingConeAngle mode numOctaves operator order pointsAtX pointsAtY pointsAtZ preserveAlpha
  primitiveUnits radius result scale seed slope specularConstant specularExponent stdDeviation stitchTiles surfaceScale tableValues
  targetX targetY values xChannelSelector yChannelSelector z
  accumulate additive attributeName attributeType begin by calcMode dur end fill from keyPoints keySplines keyTimes max min path
  repeatCount repeatDur restart to`);

/** Attributes for those who do not see, by their beginning. */
export const ARIA = /^aria-[a-z]{1,30}$/;

/** Functions of CSS that fetch nothing. */
export const CSS_FUNCTIONS = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix var calc min max clamp
  matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d scale scalex scaley scalez
  scale3d skew skewx skewy perspective cubic-bezier steps linear linear-gradient radial-gradient conic-gradient
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia inset circle ellipse polygon path`);

/** Rules of CSS that hold rules. */
export const CSS_BLOCKS = /^@(?:media|supports|(?:-webkit-)?keyframes)\b/i;
