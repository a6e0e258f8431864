import type { Screen } from '@aangan/contract/screens.ts';
import { part } from '@aangan/web/part.ts';
import { AreaTitleContext } from '@aangan/web/ui/area-title.ts';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { guard } from './guard.ts';
import { leaveScreenCentre } from './session-context.ts';
import { choiceOf, loginPath, useShell } from './session-state.ts';
import { screenLoads } from './shell.web.ts';

const loadLost = async () => (await screenLoads()).lostAccess();

const ChooseCentre = part(async () => (await screenLoads()).centreChoice(), 'ChooseCentre');
const LostAccess = part(loadLost, 'LostAccess');
const NotHere = part(loadLost, 'NotHere');

// A new choice of centre or role draws the same address anew: then nobody lost anything.
let lastShown = '';

/**
 * Draws a screen when the guard lets it; otherwise Login with the reason, or in its place the centre's picker, or what to
 * do about a right that was taken while it was open.
 */
export function GuardedScreen({
  screen,
  areaTitle,
  children,
}: {
  screen: Screen;
  areaTitle: string;
  children: ReactNode;
}) {
  const shell = useShell();
  const { pathname, search } = useLocation();
  const shown = useRef(false);
  const signedIn = shell.phase !== 'out';
  // Rights and context of this page load are not known yet: neither show nor refuse.
  const known = shell.menuReady && shell.contextReady;
  // A screen of everybody's needs no rights, but drawn before the choice is known it would start afresh with it, and what
  // was typed meanwhile would be gone. A remembered choice stands from the first moment.
  const chosen = shell.contextReady || shell.academicYear !== null;
  const ready = screen.module === '@signed-in' ? chosen : known;
  // A centre chosen for a screen ends where none is needed.
  const leaves = shell.centreOfScreen && !screen.centre;
  useEffect(() => {
    if (leaves) void leaveScreenCentre();
  }, [leaves]);
  const waits = leaves || (signedIn && !ready && screen.module !== '@anyone');
  const verdict = guard(screen, {
    signedIn,
    superAdmin: shell.me?.superAdmin ?? false,
    modules: shell.modules,
    codes: shell.codes,
    franchiseeChosen: shell.franchisee !== null,
  });
  const passes = !waits && verdict === 'pass' && shell.modulesAt === choiceOf(shell);
  useEffect(() => {
    if (!passes) return;
    shown.current = true;
    lastShown = pathname;
  }, [passes, pathname]);
  if (waits)
    return shell.phase === 'away' ? null : (
      <div style={{ padding: 24 }}>
        <TextSkeleton lines={6} />
      </div>
    );

  const here = `${pathname}${search}`;
  if (verdict === 'login') return <Navigate to={loginPath(shell.left, here)} replace />;
  if (verdict === 'centre-needed')
    return (
      <Suspense>
        <ChooseCentre title={screen.title} />
      </Suspense>
    );
  if (verdict !== 'pass' && (shown.current || lastShown === pathname))
    return (
      <Suspense>
        {shown.current ? <LostAccess screen={screen} verdict={verdict} /> : <NotHere title={screen.title} />}
      </Suspense>
    );
  if (verdict !== 'pass')
    return (
      <Navigate
        to={`/login?reason=no-access&why=${verdict}&from=${encodeURIComponent(pathname)}`}
        replace
        state={{ title: screen.title, modules: [screen.module].flat(), write: screen.write ?? false }}
      />
    );
  return <AreaTitleContext value={areaTitle}>{children}</AreaTitleContext>;
}
