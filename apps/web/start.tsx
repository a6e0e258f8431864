import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@aangan/web/global.css';
import './devanagari.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { areasOfPath } from './area-segments.ts';
import { clearCookies } from './clear-cookies.ts';
import { connectSession } from './connect-session.ts';
import { allowOwnStylesAndWorkers } from './csp-nonce.ts';
import { isFramed, isFramedByStranger } from './framed.ts';
import { watchOtherTabs } from './other-tabs.ts';
import { isPublicPath } from './public-paths.ts';
import { registerServiceWorker } from './service-worker.ts';
import { readSession, startSession } from './session.ts';
import { isStaying, loginPath, onSession, setSession } from './session-state.ts';
import { watchSession } from './session-watch.ts';
import { screenLoads } from './shell.web.ts';
import { takeView, viewing } from './view-as.ts';

/**
 * Starts the app in the specification's order (shell.md 3.1): cookies, frame, stored session, worker, who am I.
 * Inside a foreign page nothing of it is drawn.
 */
export async function start(place: HTMLElement): Promise<void> {
  allowOwnStylesAndWorkers();
  clearCookies();
  if (isFramedByStranger()) {
    place.setAttribute('role', 'alert');
    place.textContent = 'Xframe options denied';
    return;
  }
  takeView();
  // Inside another site's page nobody is signed in, whoever uses this browser.
  const signedIn = !isFramed() && readSession();
  // Without a session the frame and the areas are not fetched only to be left again.
  if (!signedIn && !isPublicPath(window.location.pathname)) {
    const { pathname, search } = window.location;
    window.history.replaceState(
      null,
      '',
      pathname === '/' ? '/login' : loginPath(null, `${pathname}${search}`),
    );
  }
  // Together with the router, which asks for it at once; the sign-in page does without.
  if (signedIn || areasOfPath(window.location.pathname).length > 0) void screenLoads().catch(() => undefined);
  const { router } = await import('./router.tsx');
  connectSession();
  if (signedIn) startSession().catch(() => setSession({}));
  watchOtherTabs();
  if (!viewing()) {
    watchSession();
    // Not needed before somebody is signed in; without it the tab asks once a minute.
    const stop = onSession(() => {
      if (!isStaying()) return;
      stop();
      void screenLoads().catch(() => undefined); // the home is next
      void import('./live.ts').then(({ hearLive }) => hearLive()).catch(() => undefined);
    });
  }
  registerServiceWorker();
  createRoot(place).render(<RouterProvider router={router} />);
}
