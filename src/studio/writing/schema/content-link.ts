import { Link } from '@tiptap/extension-link';
import { isLink } from '../../../../engine/language/addresses.ts';
import { unseen } from './block-attributes.ts';

/** A link. An address that could run a script never becomes one: neither from what is pasted nor by a command, and the DOM gets no such address. */
export const ContentLink = Link.extend({
  addAttributes: () => ({
    href: { default: '' },
    title: { default: null },
    target: unseen(),
  }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => (isLink(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ mark: { attrs } }) => [
    'a',
    { ...(isLink(attrs.href) ? { href: attrs.href } : {}), ...(attrs.title ? { title: attrs.title } : {}) },
    0,
  ],
}).configure({ autolink: false, linkOnPaste: true, openOnClick: false, isAllowedUri: isLink });
