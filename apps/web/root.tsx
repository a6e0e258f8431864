import { startBusy } from '@aangan/web/api/busy.ts';
import { ErrorBoundary } from '@aangan/web/ui/error-boundary.tsx';
import { Center, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Spinner } from './frame/spinner.tsx';
import { Providers } from './providers.tsx';
import { StepUpDialog } from './sign-in/step-up-dialog.tsx';

/** Everything that stands above all screens. */
export function Root() {
  const { pathname } = useLocation();
  const moving = useNavigation().state === 'loading';
  useEffect(() => (moving ? startBusy() : undefined), [moving]);
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
        <Loader aria-label="Loading" />
      </Center>
    </Providers>
  );
}
