/**
 * What a document may contact besides our own server. A policy belongs to the whole document, so a screen with one of its
 * own is entered and left by a full page load: `own` = nothing else, `checkout` = the payment provider's checkout too.
 */
export type PagePolicy = 'own' | 'checkout';

/** A screen with a policy of its own: named in its area's table of contents (server) and spread into its screen (router). */
export interface PolicyPage {
  /** As the screen spells it: `{x}`, optional `{x?}`. */
  path: string;
  policy: PagePolicy;
}

/** The policy of the page at this path; letters of either case and a closing slash lead to the same screen. */
export function policyOf(pages: readonly PolicyPage[], pathname: string): PagePolicy {
  return pages.find(({ path }) => shapeOf(path).test(pathname))?.policy ?? 'own';
}

const shapeOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/\{\w+\?\}/g, '(/[^/]+)?').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
