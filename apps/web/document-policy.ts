import type { PagePolicy } from '@aangan/contract/page-policy.ts';
import type { Screen } from '@aangan/contract/screens.ts';
import { type LoaderFunctionArgs, redirectDocument } from 'react-router';

// Said by the server together with the header; a page kept for a dead network is the portal's.
const given = document.querySelector<HTMLMetaElement>('meta[name="page-policy"]')?.content;
const ofDocument: PagePolicy = given === 'checkout' ? given : 'own';
const enteredAt = window.location.pathname;

/** The screen may run under the policy of the document that is loaded. */
export const fitsDocument = ({ policy = 'own' }: Screen): boolean => policy === ofDocument;

/** Goes to a screen that needs a document of its own, whatever led there: a link, a command's answer, the way back. */
export function loadDocument({ request }: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(request.url);
  // Where the server gave another policy than the screen asks for, asking again would give it again.
  return pathname === enteredAt ? null : redirectDocument(`${pathname}${search}`);
}
