import { startBusy } from '@aangan/web/api/busy.ts';
import { ErrorBoundary } from '@aangan/web/ui/error-boundary.tsx';
import { Center, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation, useNavigationType } from 'react-router';
import { Spinner } from './frame/spinner.tsx';
import { Providers } from './providers.tsx';
import { StepUpDialog } from './sign-in/step-up-dialog.tsx';

/** Everything that stands above all screens. */
export function Root() {
  const { pathname } = useLocation();
  const moving = useNavigation().state === 'loading';
  useEffect(() => (moving ? startBusy() : undefined), [moving]);
  // A new screen begins at its top; the way back finds its place by the browser.
  const way = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (way !== 'POP') window.scrollTo(0, 0);
  }, [pathname, way]);
  return (
    <Providers>
      <Spinner />
      <ErrorBoundary resetOn={pathname}>
        <Outlet />
      </ErrorBoundary>
      <StepUpDialog />
    </Providers>
  );
}

/** Until the first screen's script is there. */
export function RootLoading() {
  return (
    <Providers>
      <Center mih="100dvh">
        <Loader role="status" aria-label="Loading" />
      </Center>
    </Providers>
  );
}
