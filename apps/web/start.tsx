import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@aangan/web/global.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { clearCookies } from './clear-cookies.ts';
import { allowOwnStylesAndWorkers } from './csp-nonce.ts';
import { watchOtherTabs } from './other-tabs.ts';
import { isPublicPath } from './public-paths.ts';
import { registerServiceWorker } from './service-worker.ts';
import { connectSession, readSession, startSession } from './session.ts';
import { setSession } from './session-state.ts';

/**
 * Starts the app in the specification's order (shell.md 3.1): cookies, frame, stored session, worker, who am I.
 * Inside a foreign page nothing of it is drawn.
 */
export async function start(place: HTMLElement): Promise<void> {
  allowOwnStylesAndWorkers();
  clearCookies();
  if (window.top !== window.self) {
    place.setAttribute('role', 'alert');
    place.textContent = 'Xframe options denied';
    return;
  }
  const signedIn = readSession();
  // Without a session the frame and the areas are not fetched only to be left again.
  if (!signedIn && !isPublicPath(window.location.pathname)) {
    const { pathname, search } = window.location;
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(`${pathname}${search}`)}`;
    window.history.replaceState(null, '', `/login${next}`);
  }
  const { router, HOME } = await import('./router.tsx');
  const toLogin = (reason: string) => {
    const { pathname, search } = window.location;
    const back =
      pathname === HOME || pathname === '/login' ? '' : `&next=${encodeURIComponent(`${pathname}${search}`)}`;
    void router.navigate(`/login?reason=${reason}${back}`);
  };
  connectSession(toLogin);
  if (signedIn) startSession().catch(() => setSession({}));
  watchOtherTabs(toLogin);
  registerServiceWorker();
  createRoot(place).render(<RouterProvider router={router} />);
}
