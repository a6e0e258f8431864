/**
 * What a document may contact besides our own server. A policy belongs to the whole document, so a screen with one of its
 * own is entered and left by a full page load: `own` = nothing else, `checkout` = the payment provider's checkout too.
 */
export type PagePolicy = 'own' | 'checkout';

/** The policy of the page at this path; letters of either case and a closing slash lead to the same screen. */
export function policyOf(
  screens: readonly { path: string; policy?: PagePolicy }[],
  pathname: string,
): PagePolicy {
  return screens.find(({ path, policy }) => policy && shapeOf(path).test(pathname))?.policy ?? 'own';
}

const shapeOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/\{\w+\?\}/g, '(/[^/]+)?').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
